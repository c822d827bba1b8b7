# Sallyport. `make help` lists what there is; everything made lies under build*/.

.DEFAULT_GOAL := all
VERSION := 0.1.0
BUILD   ?= build
PREFIX  ?= /usr/local
CC      ?= cc
OBJCOPY ?= objcopy
PYTHON  ?= python3
WERROR  ?=
STATIC  ?= 1
ARCH    := $(or $(firstword $(subst -, ,$(shell $(CC) -dumpmachine 2>/dev/null))),$(shell uname -m))

# `make V=1` shows the commands whole.
Q        = $(if $(V),,@)
say      = $(if $(V),@:,@printf '  %-4s %s\n' $(1) $(2))

# What the tree needs in any case; CFLAGS, CPPFLAGS and LDFLAGS stay yours.
CFLAGS  ?= -O2 -g
STD      = -std=gnu11 -D_GNU_SOURCE -DSALLYPORT_VERSION='"$(VERSION)"'
WARN     = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
           -Wpointer-arith -Wvla -Wformat=2 -Wno-format-nonliteral \
           $(if $(WERROR),-Werror)
HARDEN   = -fPIE -fstack-protector-strong -fstack-clash-protection \
           -fno-strict-aliasing
FORTIFY  = $(if $(SANITIZE),,-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
LINKING  = $(if $(SANITIZE),-pie,$(if $(filter 1,$(STATIC)),-static-pie $(RELR),-pie)) \
           -Wl,-z,relro,-z,now,-z,noexecstack
RELR     = $(shell tools/relr '$(CC)')
# Of a build by profile: what no training runs is not for that cold.
UNTRAINED = $(if $(TRAINED),$(if $(filter supervisor/%.c,$<),-fprofile-partial-training))
SAN      = $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all \
           -fno-omit-frame-pointer)

# Setting up may install packages; nothing else reaches for the network.
DEPS     = build/deps
NPM      = $(DEPS)/node_modules
TS       = $(NPM)/tree-sitter/vendor/tree-sitter/lib
TSINC    = -isystem $(TS)/include -isystem $(TS)
TSBUILD  = -I$(TS)/include -I$(TS)/src -I$(NPM) -w
PARSER_O = $(if $(SANITIZE),,$(if $(filter -O2,$(CFLAGS)),-O3))
LIBS     = -lm -lseccomp -lpcre2-8 -ljansson -lsodium -lunistring -lpthread

BASE_SRC = $(wildcard supervisor/base/*.c)
SUP_SRC  = $(filter-out $(addprefix supervisor/,base/% arch/% helper/%),$(wildcard supervisor/*/*.c)) \
           $(wildcard supervisor/arch/*$(ARCH).c)
GATE_SRC = $(wildcard analyzer/*.c analyzer/*/*.c)
TOOL_SRC = $(filter-out tools/gen/% tools/parser/% tools/serve/%,$(wildcard tools/*.c tools/*/*.c))
LIB_SRC  = $(BASE_SRC) $(SUP_SRC) $(GATE_SRC) $(filter-out tools/main.c,$(TOOL_SRC))
GEN_SRC  = $(wildcard tools/gen/*.c)
TEST_SRC = $(wildcard tests/unit/test_*.c)

obj      = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))
TS_OBJ   = $(BUILD)/obj/ts/whole.o
LIB_OBJ  = $(call obj,$(LIB_SRC)) $(TS_OBJ) $(GENERATED_OBJ)
BIN      = $(BUILD)/bin/sallyport

# The unwinder is a program of its own: Debian's libunwind archives are not
# position-independent, and no other command should load what it needs.
UNWIND   = $(BUILD)/libexec/sallyport/unwind
UNW_SRC  = $(wildcard supervisor/helper/*.c) $(BASE_SRC) supervisor/evidence/remote.c \
           supervisor/evidence/module.c supervisor/evidence/jail.c supervisor/tracer/proctext.c

# So is what speaks HTTP: no other command should load that library.
SERVE    = $(BUILD)/libexec/sallyport/serve
SERVE_SRC = $(wildcard tools/serve/*.c) $(BASE_SRC) tools/session/wire.c \
           $(patsubst %,tools/mcp/%.c,rpc calls answer definitions) \
           supervisor/host/confine.c supervisor/host/renounce.c $(wildcard supervisor/arch/*$(ARCH).c)
UNIT     = $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(TEST_SRC))

# Sources made from rules/ by tools/gen; each adds itself here.
GENERATED_OBJ =
include $(wildcard tools/gen/*.mk)

COMPILE  = $(CC) $(STD) $(WARN) $(HARDEN) $(SAN) $(CPPFLAGS) $(CFLAGS) $(UNTRAINED) $(FORTIFY) \
           -I. -I$(BUILD)/gen $(TSINC) -MMD -MP -c -o $@ $<

.PHONY: all
all: $(BIN) $(UNWIND) $(SERVE)		## the program; what `make` alone does

# The program apart from what debuggers read, which find that in .debug: a start
# is 3 % quicker for it, and as much for a file that is written in one piece.
WHOLE    = $(BUILD)/bin/.debug/sallyport
$(WHOLE): $(call obj,tools/main.c) $(LIB_OBJ)
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(LINKING) $(SAN) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

$(BIN): $(WHOLE)
	$(Q)$(OBJCOPY) --strip-debug --add-gnu-debuglink=$< $< $@

$(UNWIND): $(call obj,$(UNW_SRC)) $(GENERATED_OBJ)
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) -pie -Wl,-z,relro,-z,now,-z,noexecstack $(SAN) $(CFLAGS) $(LDFLAGS) -o $@ $^ \
	    -lunwind-$(ARCH) -ljansson -lsodium

$(SERVE): $(call obj,$(SERVE_SRC)) $(GENERATED_OBJ) $(BUILD)/obj/gen/openapi_json.o \
    $(BUILD)/obj/gen/e2b_files.o
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) -pie -Wl,-z,relro,-z,now,-z,noexecstack $(SAN) $(CFLAGS) $(LDFLAGS) -o $@ $^ \
	    -lmicrohttpd -ljansson -lsodium -lpthread

# Objects wait for the dependencies to be there and for generated headers.
$(BUILD)/obj/%.o: %.c $(DEPS)/.ready $(GENERATED_HDR)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(COMPILE)

$(BUILD)/obj/gen/%.o: $(BUILD)/gen/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(COMPILE)

# Most of a check is spent here.
$(BUILD)/obj/ts/whole.o: tools/parser/whole.c $(DEPS)/.ready
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) -std=gnu11 -D_GNU_SOURCE -DNDEBUG $(HARDEN) $(SAN) $(CFLAGS) $(PARSER_O) $(TSBUILD) -MMD -MP -c -o $@ $<

# Packages and the parser's sources. `tools/setup` says what it does.
$(DEPS)/.ready: tools/setup tools/parser/package-lock.json
	@tools/setup build
	@touch $@

# `make -j2 setup all`: two at once would wait for one lock of apt's in vain.
ifneq ($(filter setup,$(MAKECMDGOALS)),)
$(DEPS)/.ready: | setup
endif

# The parser as it comes, to compare ours with: its trees, and its speed.
AS_COMES = $(BUILD)/tests/parser.so

$(AS_COMES): $(DEPS)/.ready
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) -std=gnu11 -D_GNU_SOURCE -DNDEBUG -O3 -fPIC -shared $(TSBUILD) -o $@ \
	    $(TS)/src/lib.c $(NPM)/tree-sitter-python/src/parser.c $(NPM)/tree-sitter-python/src/scanner.c

TREES    = $(BUILD)/tests/trees $(BUILD)/tests/trees_as_it_comes

$(BUILD)/tests/trees: tests/parser/trees.c $(TS_OBJ)
	@mkdir -p $(@D)
	$(call say,TEST,$<)
	$(Q)$(CC) $(STD) $(WARN) $(HARDEN) $(SAN) $(CPPFLAGS) $(CFLAGS) $(TSINC) -pie -o $@ $^ $(LDFLAGS)

$(BUILD)/tests/trees_as_it_comes: tests/parser/trees.c $(AS_COMES)
	$(call say,TEST,$@)
	$(Q)$(CC) $(STD) $(WARN) $(HARDEN) $(SAN) $(CPPFLAGS) $(CFLAGS) $(TSINC) -pie -o $@ $^ \
	    -Wl,-rpath,'$$ORIGIN' $(LDFLAGS)

# The least that a check of one file can cost, linked as the program is.
$(BUILD)/tests/bench_parse: tests/bench/bench_parse.c $(TS_OBJ)
	@mkdir -p $(@D)
	$(call say,BENCH,$<)
	$(Q)$(CC) $(STD) $(WARN) $(HARDEN) $(CPPFLAGS) $(CFLAGS) $(TSINC) $(LINKING) -o $@ $^ $(LDFLAGS)

# What is timed in one process.
BENCHES  = $(patsubst tests/bench/%.c,$(BUILD)/tests/%,$(wildcard tests/bench/bench_*.c))

$(BUILD)/tests/bench_%: tests/bench/bench_%.c $(LIB_OBJ)
	@mkdir -p $(@D)
	$(call say,BENCH,$<)
	$(Q)$(CC) $(STD) $(WARN) $(HARDEN) $(CPPFLAGS) $(CFLAGS) -I. -I$(BUILD)/gen $(TSINC) \
	    -MMD -MP -pie -o $@ $< $(LIB_OBJ) $(LDFLAGS) $(LIBS)

# One program for each unit test, with all modules.
$(BUILD)/tests/%: tests/unit/%.c $(LIB_OBJ)
	@mkdir -p $(@D)
	$(call say,TEST,$<)
	$(Q)$(CC) $(STD) $(WARN) $(HARDEN) $(SAN) $(CPPFLAGS) $(CFLAGS) -I. -I$(BUILD)/gen $(TSINC) \
	    -MMD -MP $(if $(SANITIZE),-pie,-pie) -o $@ $< $(LIB_OBJ) $(LDFLAGS) -lcmocka $(LIBS)

# What hands a zygote's children over, for tests/zygote/run.
$(BUILD)/tests/handover: tests/zygote/handover.c $(LIB_OBJ)
	@mkdir -p $(@D)
	$(call say,TEST,$<)
	$(Q)$(CC) $(STD) $(WARN) $(HARDEN) $(SAN) $(CPPFLAGS) $(CFLAGS) -I. -I$(BUILD)/gen $(TSINC) \
	    -MMD -MP -pie -o $@ $< $(LIB_OBJ) $(LDFLAGS) $(LIBS)

# The front with answers that a suite of others asks for, for tests/clients/others.
FIXTURE  = $(BUILD)/tests/mcp_fixture

$(FIXTURE): tests/clients/fixture.c $(filter-out %/main.o %/channel.o,$(call obj,$(SERVE_SRC))) \
    $(GENERATED_OBJ) $(BUILD)/obj/gen/openapi_json.o $(BUILD)/obj/gen/e2b_files.o
	@mkdir -p $(@D)
	$(call say,TEST,$<)
	$(Q)$(CC) $(STD) $(WARN) $(HARDEN) $(SAN) $(CPPFLAGS) $(CFLAGS) -I. -I$(BUILD)/gen \
	    -MMD -MP -pie -o $@ $^ $(LDFLAGS) -lmicrohttpd -ljansson -lsodium -lpthread

# The fuzzers with a mutator of their own, for tests/fuzz/run.
FUZZERS  = $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))

# Of the service all but what speaks HTTP and to the parent, for which it stands.
SERVE_FUZZED = $(call obj,$(filter-out $(patsubst %,tools/serve/%.c,main http channel),$(SERVE_SRC))) \
               $(GENERATED_OBJ) $(BUILD)/obj/gen/openapi_json.o $(BUILD)/obj/gen/e2b_files.o

$(BUILD)/fuzz/fuzz_serve: tests/fuzz/fuzz_serve.c tests/fuzz/standalone.h $(SERVE_FUZZED)
	@mkdir -p $(@D)
	$(call say,FUZZ,$<)
	$(Q)$(CC) $(STD) $(WARN) $(HARDEN) $(SAN) $(CPPFLAGS) $(CFLAGS) -I. -I$(BUILD)/gen $(TSINC) \
	    -pie -o $@ $< $(SERVE_FUZZED) $(LDFLAGS) $(LIBS)

$(BUILD)/fuzz/%: tests/fuzz/%.c tests/fuzz/standalone.h $(LIB_OBJ)
	@mkdir -p $(@D)
	$(call say,FUZZ,$<)
	$(Q)$(CC) $(STD) $(WARN) $(HARDEN) $(SAN) $(CPPFLAGS) $(CFLAGS) -I. -I$(BUILD)/gen $(TSINC) \
	    -pie -o $@ $< $(LIB_OBJ) $(LDFLAGS) $(LIBS)

# What builds before it tests does so on all processors, unless told otherwise.
JOBS     = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(shell nproc))
WITH     = $(MAKE) --no-print-directory $(JOBS)

.PHONY: setup check check-asan check-tsan demo bench fuzz lint score escape coverage
setup:				## install what is missing (root, or sudo)
	@tools/setup all

check: setup			## every test; the last line counts them
	@$(WITH) WERROR=1 all unit
	@tests/run $(BUILD) $(SUITES)

.PHONY: unit
unit: $(UNIT) $(FUZZERS) $(TREES) $(FIXTURE) $(BUILD)/tests/handover

# SUITES names some; none means all.
check-asan: setup		## the tests again with ASan and UBSan
	@$(WITH) BUILD=build-asan SANITIZE=address,undefined CFLAGS="-O1 -g" all unit
	@tests/run build-asan $(SUITES)

check-tsan: setup		## what has threads, with TSan
	@$(WITH) BUILD=build-tsan SANITIZE=thread CFLAGS="-O1 -g" all
	@TSAN_OPTIONS="halt_on_error=1 $$TSAN_OPTIONS" tests/run build-tsan $(or $(SUITES),pool cli-run)

demo: setup			## the main job on real input
	@$(MAKE) --no-print-directory all
	@tests/demo/run $(BUILD)

bench: release			## ratios against bare runs, side by side
	@$(MAKE) --no-print-directory BUILD=build-release benches
	@tests/bench/run build-release
	@tests/bench/evidence build-release
	@tests/bench/overshoot build-release
	@tests/bench/pool build-release
	@tests/bench/serve build-release

.PHONY: bench-peers
bench-peers: release		## a pool beside others that run Python
	@tests/bench/peers build-release

.PHONY: benches
benches: $(BIN) $(UNWIND) $(BENCHES) $(AS_COMES)	## the programs that make bench runs

# Each hostile sample before both doors; root makes each a machine of its own.
score: setup			## what gate or wall stops; through must be 0 (root)
	@$(MAKE) --no-print-directory all
	@tests/score/doors.py $(BUILD)

# Every sample in every disguise; fails below the marks the gate has to meet.
SCORE ?= --undisguised 100 --disguised 99 --escape 0.5 --false 2
.PHONY: disguises
disguises: setup		## what the gate alone stops, in every disguise
	@$(MAKE) --no-print-directory all
	@tests/score/score.py $(BUILD) $(SCORE)

escape: setup			## attacks at run time, with their controls
	@$(MAKE) --no-print-directory all
	@tests/escape/run $(BUILD)

# Each tests/fuzz/fuzz_X.c, coverage-guided where clang is, for FUZZ_SECONDS.
FUZZ_SECONDS ?= 60
fuzz: setup			## every fuzzer, FUZZ_SECONDS each
	@tests/fuzz/campaign build-fuzz $(FUZZ_SECONDS)

lint: setup			## what a program can hold of the house style
	@$(WITH) WERROR=1 all
	@tools/lint $(BUILD)

coverage: setup			## lines of C that the tests reach
	@$(MAKE) --no-print-directory BUILD=build-cov STATIC=0 CFLAGS="-O0 -g --coverage" LDFLAGS=--coverage all unit
	@tests/run build-cov || true
	@tools/coverage build-cov

.PHONY: fidelity
fidelity: all			## ordinary Python and CPython's own tests, bare and supervised; an hour
	@tools/setup fidelity
	@tests/fidelity/ordinary $(BUILD)
	@tests/fidelity/regrtest $(BUILD)

.PHONY: escape-race
escape-race: all		## a million races for each way to change a name; half an hour or more
	@tests/race/run $(BUILD) 1000000

# KERNELS: Debian packages of some; none means the one that apt offers.
.PHONY: check-doors check-long
check-doors: setup		## whole suites through a pool, and as second cells of sessions; an hour
	@$(WITH) WERROR=1 all unit
	@tests/warm/suites.py $(BUILD)

check-long: check-doors		## what takes long: that, kills, many jobs, wheels, a session idle for a minute; over two hours
	@tests/serve/siege $(BUILD)
	@SALLYPORT_WARM_KILLS=200 SALLYPORT_WARM_JOBS=10000 tests/warm/run $(BUILD)
	@SALLYPORT_SESSION_IDLE=60 tests/session/run $(BUILD) between_cells_nothing_runs
	@tools/setup wheels
	@SALLYPORT_WHEELS_JOBS=1000 tests/wheels/run $(BUILD) pandas2_children_of_a_zygote

.PHONY: check-clients
check-clients: all $(FIXTURE)	## the SDKs of others over `sallyport serve`; needs an index of packages
	@tools/setup clients
	@tests/clients/others $(BUILD)

.PHONY: check-kernels
check-kernels: all		## other kernels, in an emulated machine; minutes
	@tests/kernels/boot $(BUILD) $(KERNELS)

# Twice: instrumented, to see what judging the honest corpus does, then for it.
.PHONY: release
RELEASE  = BUILD=build-release all
release: setup			## build-release/: optimised by a profile of the gate
	@rm -rf build-release
	@$(MAKE) --no-print-directory $(RELEASE) CFLAGS="-O2 -g -fprofile-generate -fprofile-update=atomic"
	@build-release/bin/sallyport check --profile data corpus/benign tests/bench >/dev/null 2>&1; \
	    for i in 1 2 3 4 5 6 7 8; do build-release/bin/sallyport check tests/bench/snippet.py; done >/dev/null
	@find build-release -name '*.o' -delete; rm -rf build-release/bin build-release/libexec
	@$(MAKE) --no-print-directory $(RELEASE) TRAINED=1 CFLAGS="-O2 -g -flto=auto -fprofile-use -fprofile-correction -Wno-missing-profile"

.PHONY: install uninstall deb check-deb npm dist clean help
MAN1     = $(wildcard tools/sallyport*.1)

install: all			## honours DESTDIR and PREFIX
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 \
	    $(DESTDIR)$(PREFIX)/share/man/man5
	install -m 755 -s $(BIN) $(DESTDIR)$(PREFIX)/bin/sallyport
	install -d $(DESTDIR)$(PREFIX)/libexec/sallyport
	install -m 755 -s $(UNWIND) $(DESTDIR)$(PREFIX)/libexec/sallyport/unwind
	install -D -m 644 tools/completion/sallyport.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/sallyport
	install -D -m 644 tools/completion/_sallyport $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_sallyport
	install -D -m 644 tools/completion/sallyport.fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/sallyport.fish
	install -m 755 -s $(SERVE) $(DESTDIR)$(PREFIX)/libexec/sallyport/serve
	install -m 644 $(MAN1) $(DESTDIR)$(PREFIX)/share/man/man1/
	@for two in exec:run session:pool explain:policy; do \
	    ln -sf sallyport-$${two#*:}.1 $(DESTDIR)$(PREFIX)/share/man/man1/sallyport-$${two%:*}.1; done
	install -m 644 rules/sallyport-rules.5 tools/sallyport-json.5 $(DESTDIR)$(PREFIX)/share/man/man5/

uninstall:			## removes what install put there
	rm -f $(DESTDIR)$(PREFIX)/bin/sallyport \
	    $(DESTDIR)$(PREFIX)/share/bash-completion/completions/sallyport \
	    $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_sallyport \
	    $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/sallyport.fish \
	    $(DESTDIR)$(PREFIX)/libexec/sallyport/unwind \
	    $(DESTDIR)$(PREFIX)/libexec/sallyport/serve \
	    $(patsubst tools/%,$(DESTDIR)$(PREFIX)/share/man/man1/%,$(MAN1) $(foreach two,exec session explain,tools/sallyport-$(two).1)) \
	    $(DESTDIR)$(PREFIX)/share/man/man5/sallyport-rules.5 \
	    $(DESTDIR)$(PREFIX)/share/man/man5/sallyport-json.5
	-[ ! -d $(DESTDIR)$(PREFIX)/libexec/sallyport ] || rmdir $(DESTDIR)$(PREFIX)/libexec/sallyport

deb: all			## a package for Debian, below BUILD; needs no root
	@tools/deb $(BUILD) $(VERSION)

check-deb: deb			## installs it in a fresh root by debootstrap (root, a network; minutes)
	@tests/install/deb $(BUILD)/sallyport_$(VERSION)_$$(dpkg --print-architecture).deb

npm: all			## the package for npm with this machine's program, below BUILD
	@tools/npm $(BUILD) $(VERSION)

dist:				## a tarball of the committed tree
	@mkdir -p $(BUILD)
	git archive --format=tar.gz --prefix=sallyport-$(VERSION)/ \
	    -o $(BUILD)/sallyport-$(VERSION).tar.gz HEAD

clean:				## remove what was built
	rm -rf build build-*

help:				## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' $(MAKEFILE_LIST) | expand -t 16

-include $(shell test -d $(BUILD) && find $(BUILD) -name '*.d')
