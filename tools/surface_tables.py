"""What surface.py knows of modules and members: the sinks, and what a person looked at.

In one text with surface.py, before it: an interpreter runs both by `-c`.
"""
WIDTH = 79
DEPTH = 3           # how far attributes are walked
CALLS = 2           # how far calls are followed within one package

# Modules whose functions are what a submission must not reach. With True,
# any use counts; with a set, these members do.
SINKS = {
    "builtins": {"exec", "eval", "compile", "__import__", "breakpoint"},
    "os": {"system", "popen", "fork", "forkpty", "posix_spawn",
           "posix_spawnp", "execl", "execle", "execlp", "execlpe", "execv",
           "execve", "execvp", "execvpe", "spawnl", "spawnle", "spawnlp",
           "spawnlpe", "spawnv", "spawnve", "spawnvp", "spawnvpe", "kill",
           "killpg", "memfd_create", "startfile"},
    "subprocess": True, "pty": True, "ctypes": True, "_ctypes": True,
    "marshal": True, "code": True, "codeop": True, "runpy": True,
    "pdb": True, "webbrowser": True, "socket": {"socket", "socketpair",
        "create_connection", "create_server", "fromfd"},
    "pickle": {"load", "loads", "Unpickler"},
    "_pickle": {"load", "loads", "Unpickler"},
    "joblib": {"load"}, "shelve": True, "dill": True, "cloudpickle": True,
    "importlib": {"import_module", "reload"},
    "sys": {"_getframe", "modules", "settrace", "setprofile", "_current_frames"},
    "gc": {"get_objects", "get_referrers", "get_referents"},
    "distutils": True, "setuptools": True, "numexpr": True,
    "urllib.request": True, "http.client": True, "ftplib": True,
}
# Uses that are only worth a line: nearly every library does them.
SOFT = {"sys.modules", "sys._getframe", "sys._current_frames",
        "importlib.import_module", "importlib.reload",
        "builtins.__import__", "gc.get_referents", "urllib.request.*"}
# What a library does for itself, read by a person: (package, sink).
HARMLESS = {
    ("networkx", "builtins.exec"),      # decorators compile their own text
    ("networkx", "builtins.compile"),
    ("scipy.stats", "builtins.exec"),   # signatures of distributions
    ("scipy.stats", "ctypes.c_void_p"),     # its own functions' addresses
    ("scipy.stats", "ctypes.cast"), ("scipy.io.arff", "ctypes.c_ulong"),
    # A name of the cloud asks a program for a key; show_graph starts dot.
    ("polars", "subprocess.check_output"), ("polars", "subprocess.run"),
    ("tqdm", "ctypes.*"), ("tqdm", "subprocess.*"),     # terminal width
}

# (module, member): (keep?, reason). What a person decided after reading.
REVIEWED = {}
# module: (members, reason why the others are left out)
ONLY = {}


def review(module, keep, reason, names):
    for name in names.split():
        REVIEWED[module, name] = (keep, reason)


def only(module, reason, names):
    ONLY[module] = (set(names.split()), reason)


drop, keep = False, True
review("collections", keep, "field names must be identifiers", "namedtuple")
review("string", drop, "follows attributes that a template names",
       "Formatter")
review("re", keep, "harmless though not in __all__", "DEBUG Scanner T")
review("re", drop, "deprecated", "template TEMPLATE")
review("time", drop, "changes the clock or asks for another thread's",
       "clock_settime clock_settime_ns pthread_getcpuclockid")
review("calendar", keep, "harmless though not in __all__",
       "January February mdays week format formatstring prweek error")
review("zoneinfo", drop, "changes where zone files are read from",
       "reset_tzpath")
review("enum", keep, "harmless though not in __all__", "show_flag_values")
review("dataclasses", keep, "field names must be identifiers",
       "dataclass make_dataclass")
review("hashlib", keep, "harmless though not in __all__", "scrypt")
review("hmac", keep, "harmless re-export", "compare_digest")
review("uuid", drop, "starts programs to learn the network address",
       "getnode")
review("weakref", drop, "runs a callback after the program", "finalize")
review("warnings", drop, "calls a loader that the caller names",
       "warn_explicit")
review("traceback", drop, "hands out frames", "walk_stack walk_tb")
review("traceback", drop, "clears the variables of other frames",
       "clear_frames")
review("traceback", keep, "harmless though not in __all__", "print_list")
review("ast", keep, "compiles to a tree only", "parse literal_eval")
review("timeit", keep, "the gate judges what they are given",
       "default_timer timeit repeat Timer")
review("logging", drop, "frames", "currentframe")
review("logging", keep, "harmless though not in __all__", "root")
review("unittest", drop, "finds tests by name: imports and calls them",
       "defaultTestLoader findTestCases makeSuite getTestCaseNames")
review("doctest", keep, "a call row has the last word", "testmod")
review("doctest", drop, "runs the text of examples as code",
       "testfile run_docstring_examples debug debug_src DebugRunner "
       "DocTestRunner DocFileSuite DocTestSuite set_unittest_reportflags "
       "testsource script_from_examples DocTestFinder")
review("tempfile", drop, "races with others", "mktemp")
review("shutil", drop, "registers code for later, or changes owners and modes",
       "chown copymode copystat register_archive_format register_unpack_format "
       "unregister_archive_format unregister_unpack_format")
review("codecs", drop, "installs a hook", "register register_error")
review("codecs", drop, "not needed", "EncodedFile StreamRecoder")
review("mimetypes", drop, "reads files by name",
       "read_mime_types init inited knownfiles")
review("sqlite3", drop, "changes the library for the whole process",
       "enable_callback_tracebacks enable_shared_cache")
review("threading", drop, "hooks that receive frames",
       "settrace setprofile gettrace getprofile excepthook "
       "settrace_all_threads setprofile_all_threads")
review("threading", keep, "hooks only where one is set",
       "Thread Timer current_thread")
review("pandas.tseries.holiday", keep, "harmless though not in __all__",
       "USFederalHolidayCalendar AbstractHolidayCalendar Holiday "
       "USLaborDay USThanksgivingDay USMemorialDay USMartinLutherKingJr "
       "USPresidentsDay USColumbusDay GoodFriday EasterMonday "
       "nearest_workday next_monday next_monday_or_tuesday "
       "previous_friday sunday_to_monday weekend_to_monday "
       "get_calendar HolidayCalendarFactory")
review("multiprocessing", drop, "chooses what program is started",
       "set_executable set_forkserver_preload allow_connection_pickling")
review("asyncio", keep, "harmless though not in __all__", "TaskGroup")
review("asyncio", drop, "starts programs", "create_subprocess_exec "
       "create_subprocess_shell SubprocessProtocol SubprocessTransport "
       "AbstractChildWatcher FastChildWatcher MultiLoopChildWatcher "
       "PidfdChildWatcher SafeChildWatcher ThreadedChildWatcher "
       "get_child_watcher set_child_watcher")
review("asyncio", drop, "opens connections", "open_connection "
       "open_unix_connection start_server start_unix_server")
review("zipfile", drop, "compiles and imports", "PyZipFile main")
review("xml.sax.saxutils", keep, "text only", "escape quoteattr unescape")
review("xml.sax.saxutils", drop, "not needed", "XMLFilterBase XMLGenerator")
review("xml.dom.minidom", drop, "not needed", "defproperty")
review("io", drop, "open() or BytesIO serve", "FileIO open_code")
review("platform", drop, "starts programs or reads other files",
       "popen DEV_NULL")
review("locale", drop, "loads message catalogues",
       "bindtextdomain bind_textdomain_codeset dcgettext dgettext gettext "
       "textdomain")
review("types", drop, "builds code, functions or modules", "CellType "
       "CodeType FunctionType LambdaType ModuleType new_class "
       "prepare_class resolve_bases")
review("types", drop, "hands out internals", "FrameType")
# Exceptions, constants and functions that only compute, which a module's
# __all__ leaves out, or which it keeps beside what is refused.
for _module, _names in {
        "configparser": "Error", "copy": "error", "doctest": "TestResults",
        "contextlib": "AsyncContextDecorator", "email.message": "MIMEPart",
        "email.policy": "SMTPUTF8", "email.utils": "localtime quote",
        "glob": "has_magic", "locale": "delocalize localize nl_langinfo",
        "plistlib": "PlistFormat", "reprlib": "aRepr", "sched": "Event",
        "secrets": "DEFAULT_ENTROPY", "shutil": "ReadError RegistryError",
        "tarfile": "AREGTYPE BLOCKSIZE CONTTYPE DIRTYPE EOFHeaderError "
        "EmptyHeaderError InvalidHeaderError RECORDSIZE REGTYPE "
        "SubsequentHeaderError TruncatedHeaderError",
        "token": "EXACT_TOKEN_TYPES", "weakref": "KeyedRef",
        "tokenize": "EXACT_TOKEN_TYPES StopTokenizing"}.items():
    review(_module, keep, "harmless though not in __all__", _names)
review("xml.parsers.expat", keep, "calls functions of one's own only",
       "ErrorString ParserCreate XMLParserType")
review("xml.parsers.expat", drop, "not needed", "expat_CAPI")
review("xml.dom", drop, "imports modules by names that it is given",
       "getDOMImplementation registerDOMImplementation")
review("tarfile", drop, "makes links and devices of members",
       "BLKTYPE CHRTYPE FIFOTYPE LNKTYPE SYMTYPE")
review("types", keep, "makes a generator function awaitable", "coroutine")
review("types", keep, "asked for by isinstance; nothing calls them",
       "ClassMethodDescriptorType GetSetDescriptorType "
       "MemberDescriptorType MethodDescriptorType MethodWrapperType "
       "WrapperDescriptorType")
review("platform", keep, "a program is started only as a last resort",
       "architecture machine node platform processor release system uname "
       "version")
only("sqlite3", "codes", """
    Binary Blob Connection Cursor DataError DatabaseError DateFromTicks Error
    IntegrityError InterfaceError InternalError NotSupportedError
    OperationalError PARSE_COLNAMES PARSE_DECLTYPES ProgrammingError Row
    TimeFromTicks TimestampFromTicks Date Time Timestamp Warning adapt
    apilevel complete_statement connect paramstyle register_adapter
    register_converter sqlite_version sqlite_version_info threadsafety
    version version_info""")
review("numpy", keep, "allow_pickle is judged where it is passed", "load")
review("numpy", keep, "harmless though not in __all__",
       "abs max min round")
review("numpy.lib.stride_tricks", keep, "harmless though not in __all__",
       "as_strided sliding_window_view")
review("numpy.char", keep, "harmless though not in __all__", "chararray")
review("matplotlib.pyplot", keep, "takes lists of values", "cycler")
review("numpy", drop, "fetches from the network", "DataSource")
review("numpy", drop, "not needed",
       "byte_bounds deprecate deprecate_with_doc disp "
       "add_docstring add_newdoc add_newdoc_ufunc compat lookfor "
       "source safe_eval who issubsctype fastCopyAndTranspose "
       "set_numeric_ops geterrobj seterrobj")
review("numpy.testing", drop, "runs text or programs", "measure runstring "
       "rundocs run_module_suite jiffies memusage Tester import_nose "
       "raises")
review("pandas", drop, "evaluates text as an expression", "eval")
review("pandas", drop, "loads pickles",
       "read_pickle to_pickle HDFStore read_hdf")
review("pandas", drop, "starts programs", "read_clipboard test show_versions")
review("matplotlib", keep, "takes lists of values", "cycler")
review("matplotlib", drop, "not needed", "rc_params_from_file rc_file "
       "test")
review("matplotlib.animation", drop, "starts programs", "MovieWriter "
       "FFMpegBase FFMpegFileWriter FFMpegWriter FileMovieWriter "
       "ImageMagickBase ImageMagickFileWriter ImageMagickWriter "
       "MovieWriterRegistry AbstractMovieWriter writers adjusted_figsize")
review("sklearn", drop, "not needed", "show_versions")
review("polars", drop, "reaches the network", "CredentialProviderAWS "
       "CredentialProviderAzure CredentialProviderGCP CredentialProvider "
       "Catalog read_database read_database_uri read_delta scan_delta "
       "read_iceberg scan_iceberg sink_iceberg QueryOptsLazy")
review("polars", drop, "reads what a text names, wherever it is",
       "sql SQLContext sql_expr")
review("polars", drop, "starts programs", "show_versions")
review("polars.expr.meta", drop, "starts programs", "display_dot_graph")
review("seaborn", drop, "not needed", "dogplot get_data_home")
review("seaborn", drop, "fetches from the network",
       "load_dataset get_dataset_names")
review("pandas", drop, "fetches from the network", "read_gbq")
review("sklearn.datasets", drop, "fetches from the network", "fetch_openml")
review("statsmodels.api", drop, "loads pickles or opens a browser",
       "load load_pickle webdoc show_versions test")
review("networkx", drop, "loads pickles", "read_gpickle write_gpickle")
review("networkx", drop, "starts programs", "test")
review("scipy", drop, "not needed", "test")
review("sklearn.datasets", drop, "loads pickles from a folder", """
    fetch_lfw_pairs fetch_lfw_people fetch_file fetch_20newsgroups
    fetch_20newsgroups_vectorized fetch_california_housing fetch_covtype fetch_kddcup99 fetch_olivetti_faces fetch_rcv1
    fetch_species_distributions clear_data_home""")
only("PIL.Image", "registers code, starts programs, or not needed", """
    Image open new merge blend composite alpha_composite fromarray frombytes
    frombuffer effect_noise effect_mandelbrot linear_gradient radial_gradient
    Resampling Transpose Transform Dither Palette Quantize Exif
    DecompressionBombError DecompressionBombWarning UnidentifiedImageError
    NEAREST BILINEAR BICUBIC LANCZOS BOX HAMMING ANTIALIAS ADAPTIVE AFFINE
    FLIP_LEFT_RIGHT FLIP_TOP_BOTTOM ROTATE_90 ROTATE_180 ROTATE_270 TRANSPOSE
    TRANSVERSE MAX_IMAGE_PIXELS FLOYDSTEINBERG MEDIANCUT MAXCOVERAGE
    FASTOCTREE WEB EXTENT PERSPECTIVE QUAD MESH""")
only("openpyxl", "not needed", "Workbook load_workbook __version__")
only("tqdm", "not needed", "tqdm trange tqdm_notebook tqdm_gui __version__")
only("tqdm.auto", "not needed", "tqdm trange")
only("pytz", "not needed", "timezone utc UTC FixedOffset all_timezones "
     "common_timezones country_timezones UnknownTimeZoneError __version__ "
     "NonExistentTimeError AmbiguousTimeError")
only("os", "changes processes, descriptors, owners or the host", """
    path getcwd getcwdb sep linesep altsep extsep curdir pardir pathsep
    devnull name error listdir scandir walk fwalk mkdir makedirs remove
    unlink rename renames replace rmdir removedirs stat stat_result lstat
    access F_OK R_OK W_OK X_OK getenv environ getpid getppid cpu_count
    process_cpu_count urandom get_terminal_size terminal_size fspath fsencode
    fsdecode PathLike DirEntry strerror times times_result getloadavg chdir
    SEEK_SET SEEK_CUR SEEK_END utime truncate getuid geteuid getgid getegid
    sched_getaffinity isatty EX_OK EX_USAGE EX_DATAERR EX_NOINPUT
    EX_SOFTWARE fsync readlink statvfs statvfs_result uname uname_result
    get_exec_path defpath EX_CANTCREAT EX_CONFIG EX_IOERR EX_NOHOST EX_NOPERM
    EX_NOUSER EX_OSERR EX_OSFILE EX_PROTOCOL EX_TEMPFAIL EX_UNAVAILABLE
    WEXITSTATUS WIFEXITED WIFSIGNALED WTERMSIG waitstatus_to_exitcode sysconf
    sysconf_names confstr confstr_names getpgrp getgroups sched_yield major
    minor""")
only("sys", "the interpreter's own state", """
    argv exit stdin stdout stderr maxsize maxunicode version version_info
    platform byteorder getsizeof getrecursionlimit setrecursionlimit
    float_info float_repr_style int_info hash_info thread_info
    getdefaultencoding getfilesystemencoding getfilesystemencodeerrors
    executable hexversion implementation intern is_finalizing prefix
    exec_prefix base_prefix exc_info exception getrefcount flags api_version
    copyright get_int_max_str_digits set_int_max_str_digits
    stdlib_module_names builtin_module_names getswitchinterval
    setswitchinterval getallocatedblocks warnoptions orig_argv abiflags
    base_exec_prefix dont_write_bytecode platlibdir pycache_prefix""")
only("inspect", "hands out frames, modules, code or attributes by name", """
    signature Signature Parameter BoundArguments cleandoc getdoc isabstract
    isasyncgen isasyncgenfunction isawaitable isbuiltin isclass iscoroutine
    iscoroutinefunction isfunction isgenerator isgeneratorfunction ismethod
    isroutine ismodule isdatadescriptor ismethoddescriptor iscode isframe
    istraceback isgetsetdescriptor ismemberdescriptor ismethodwrapper
    getsource getsourcelines getsourcefile getfile
    get_annotations getfullargspec FullArgSpec getcallargs getgeneratorstate
    getcoroutinestate GEN_CLOSED GEN_CREATED GEN_RUNNING GEN_SUSPENDED
    CORO_CLOSED CORO_CREATED CORO_RUNNING CORO_SUSPENDED""")
only("gc", "hands out every object of the interpreter", """
    collect enable disable isenabled get_count get_stats get_threshold
    set_threshold freeze unfreeze get_freeze_count is_tracked is_finalized
    get_debug DEBUG_COLLECTABLE DEBUG_LEAK DEBUG_SAVEALL DEBUG_STATS
    DEBUG_UNCOLLECTABLE""")
only("tracemalloc", "writes or reads snapshots", """
    start stop get_traced_memory clear_traces reset_peak is_tracing
    get_tracemalloc_memory take_snapshot Filter Snapshot DomainFilter Frame
    Statistic StatisticDiff Trace Traceback get_object_traceback
    get_traceback_limit""")
only("resource", "changes limits", """
    getrusage getrlimit getpagesize struct_rusage RUSAGE_SELF
    RUSAGE_CHILDREN RUSAGE_THREAD RLIMIT_AS RLIMIT_CPU RLIMIT_DATA
    RLIMIT_STACK RLIMIT_NOFILE RLIMIT_CORE RLIMIT_FSIZE RLIMIT_MEMLOCK
    RLIMIT_MSGQUEUE RLIMIT_NICE RLIMIT_NPROC RLIMIT_OFILE RLIMIT_RSS
    RLIMIT_RTPRIO RLIMIT_RTTIME RLIMIT_SIGPENDING RLIM_INFINITY error""")
only("pickle", "runs what the bytes say", """
    dump dumps HIGHEST_PROTOCOL DEFAULT_PROTOCOL PickleError PicklingError
    UnpicklingError""")
only("importlib.metadata", "loads entry points", """
    version metadata requires packages_distributions
    PackageNotFoundError""")
only("multiprocessing.pool", "", "Pool ThreadPool AsyncResult "
     "MaybeEncodingError RemoteTraceback TimeoutError")
only("multiprocessing.dummy", "", "Pool Process Queue Lock")
only("multiprocessing.shared_memory", "", "SharedMemory ShareableList")
only("logging.handlers", "sends records elsewhere", """
    RotatingFileHandler TimedRotatingFileHandler MemoryHandler QueueHandler
    QueueListener BufferingHandler WatchedFileHandler""")
only("concurrent.futures.thread", "", "BrokenThreadPool ThreadPoolExecutor")
only("concurrent.futures.process", "",
     "ProcessPoolExecutor BrokenProcessPool")
