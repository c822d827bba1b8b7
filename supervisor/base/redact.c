/*
 * Secrets that slip into previews: excerpts of source, arguments of calls.
 * Makes of tokens that say what they are, assignments to telling names,
 * private keys, passwords in URLs. What looks like nothing in particular
 * passes; the submission itself is kept whole, by its hash, for its owner.
 */
#include "redact.h"

#include <ctype.h>

#include "buf.h"
#include "util.h"

#define BLOB_LEAST	40	/* of random bytes in base64 */
#define SEEN		256	/* of a text that may be long, to tell a secret */
#define ALL		(1u << REDACT_KNOWN | 1u << REDACT_RANDOM | \
			1u << REDACT_KEYS)

enum alphabet { ALNUM, UPPER, HEX, WORDY, TOKEN, B64 };

static const struct {
	char		prefix[28];
	enum alphabet	of;
	size_t		least;		/* characters behind the prefix */
} makes[] = {
	{ "AKIA", UPPER, 16 }, { "ASIA", UPPER, 16 }, { "ABIA", UPPER, 16 },
	{ "ACCA", UPPER, 16 },
	{ "ghp_", ALNUM, 30 }, { "gho_", ALNUM, 30 }, { "ghu_", ALNUM, 30 },
	{ "ghs_", ALNUM, 30 }, { "ghr_", ALNUM, 30 },
	{ "github_pat_", WORDY, 22 }, { "glpat-", TOKEN, 20 },
	{ "xoxb-", TOKEN, 10 }, { "xoxa-", TOKEN, 10 }, { "xoxp-", TOKEN, 10 },
	{ "xoxr-", TOKEN, 10 }, { "xoxs-", TOKEN, 10 }, { "xoxe-", TOKEN, 10 },
	{ "xapp-", TOKEN, 20 }, { "hooks.slack.com/services/", B64, 20 },
	{ "sk_live_", ALNUM, 16 }, { "sk_test_", ALNUM, 16 },
	{ "rk_live_", ALNUM, 16 }, { "whsec_", ALNUM, 20 },
	{ "sk-", TOKEN, 20 }, { "SK", HEX, 32 }, { "AC", HEX, 32 },
	{ "AIza", TOKEN, 30 }, { "ya29.", TOKEN, 20 }, { "GOCSPX-", TOKEN, 20 },
	{ "npm_", ALNUM, 30 }, { "pypi-", TOKEN, 30 }, { "hf_", ALNUM, 30 },
	{ "SG.", TOKEN, 40 }, { "dop_v1_", ALNUM, 40 }, { "shpat_", ALNUM, 30 },
	{ "shpss_", ALNUM, 30 }, { "hvs.", TOKEN, 20 },
	{ "dckr_pat_", TOKEN, 20 }, { "lin_api_", ALNUM, 30 },
	{ "AGE-SECRET-KEY-1", UPPER, 40 }, { "eyJ", TOKEN, 40 },
	{ "Bearer ", B64, 16 }, { "bearer ", B64, 16 }, { "Basic ", B64, 12 },
};

/*
 * Names whose value is a secret, as the end of a longer name, too; capitals
 * and what parts their words (API-Key, api_key, apiKey) count for nothing.
 */
static const char names[][16] = {
	"password", "passwd", "passphrase", "passcode", "secret", "token",
	"bearer", "apikey", "accesskey", "secretkey", "privatekey",
	"signingkey", "encryptionkey", "accountkey", "credential",
	"credentials", "authorization", "signature", "sessionid", "cookie",
	"pgpass",
};
/* Those that end honest words, too: only as a word of their own. */
static const char word_names[][8] = { "pass", "pwd", "auth" };
/* Names that are secrets by themselves, but part of honest names. */
static const char whole_names[][8] = { "sig", "pin", "otp", "jwt" };

static bool
is_of(enum alphabet of, unsigned char c)
{
	switch (of) {
	case UPPER:
		return (c >= 'A' && c <= 'Z') || isdigit(c);
	case ALNUM:
		return c < 0x80 && isalnum(c);
	case HEX:
		return c < 0x80 && isxdigit(c);
	case WORDY:
		return c < 0x80 && (isalnum(c) || c == '_');
	case TOKEN:
		return c < 0x80 && (isalnum(c) || strchr("_-.", c) != NULL);
	case B64:
		return c < 0x80 && (isalnum(c) || strchr("_-.+/=~", c) != NULL);
	}
	return false;
}

static size_t
run_of(enum alphabet of, const char *p, const char *end)
{
	const char *start = p;

	while (p < end && *p != '\0' && is_of(of, (unsigned char)*p))
		p++;
	return (size_t)(p - start);
}

/* A token of a known make that begins here: its length, else 0. */
static size_t
match_make(const char *p, const char *end)
{
	size_t n, len;

	for (size_t i = 0; i < ARRAY_SIZE(makes); i++) {
		if (*p != makes[i].prefix[0])
			continue;
		n = strlen(makes[i].prefix);
		if ((size_t)(end - p) <= n ||
		    memcmp(p, makes[i].prefix, n) != 0)
			continue;
		len = run_of(makes[i].of, p + n, end);
		/* A preview may be cut within it. */
		if (len >= makes[i].least || (p + n + len == end &&
		    n >= 4 && len >= makes[i].least / 2))
			return n + len;
	}
	return 0;
}

/* "-----BEGIN ... PRIVATE KEY-----", to its end or the text's. */
static size_t
match_private_key(const char *p, const char *end)
{
	static const char begin[] = "-----BEGIN ", stop[] = "-----END ";
	size_t left = (size_t)(end - p), window = left < 80 ? left : 80;
	const char *close;

	if (left < strlen(begin) || memcmp(p, begin, strlen(begin)) != 0 ||
	    memmem(p, window, "PRIVATE KEY", strlen("PRIVATE KEY")) == NULL)
		return 0;
	close = memmem(p, left, stop, strlen(stop));
	return close == NULL ? left : (size_t)(close - p);
}

static bool
is_parting(char c)
{
	return c == '_' || c == '-' || c == '.';
}

/* Where `end` begins in it, which has no capitals and is not parted; or n. */
static size_t
ends_in(const char *name, size_t n, const char *end)
{
	size_t at = n, left = strlen(end);

	while (left > 0 && at > 0) {
		if (tolower((unsigned char)name[at - 1]) == end[left - 1])
			left--;
		else if (!is_parting(name[at - 1]) || at == n)
			break;
		at--;
	}
	return left == 0 ? at : n;
}

static bool
is_word_begin(const char *name, size_t at, size_t n)
{
	return at < n && (at == 0 || is_parting(name[at - 1]) ||
	    (islower((unsigned char)name[at - 1]) &&
	    isupper((unsigned char)name[at])));
}

static bool
is_name_end(const char *name, size_t n)
{
	/* "--no-password" asks for none, and has none behind it. */
	if (n > 3 && (strncasecmp(name, "no-", 3) == 0 ||
	    strncasecmp(name, "no_", 3) == 0))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (ends_in(name, n, names[i]) < n)
			return true;
	for (size_t i = 0; i < ARRAY_SIZE(word_names); i++)
		if (is_word_begin(name, ends_in(name, n, word_names[i]), n))
			return true;
	for (size_t i = 0; i < ARRAY_SIZE(whole_names); i++)
		if (n == strlen(whole_names[i]) &&
		    strncasecmp(name, whole_names[i], n) == 0)
			return true;
	return false;
}

bool
redact_is_name(const char *name)
{
	return is_name_end(name, strlen(name));
}

static bool
is_name_char(unsigned char c)
{
	return c < 0x80 && (isalnum(c) || c == '_' || c == '-');
}

/* A bare word is a secret only if it does not look like code. */
static bool
is_secret_word(const char *p, size_t n, const char *end)
{
	bool digit = false;

	for (size_t i = 0; i < n; i++)
		digit = digit || isdigit((unsigned char)p[i]);
	return n >= 6 && (digit || n >= 20) &&
	    (p + n == end || (p[n] != '(' && p[n] != '['));
}

/* "Bearer ", which is not the secret itself. */
static size_t
scheme_of(const char *p, const char *end)
{
	static const char schemes[][8] = { "Bearer ", "Basic ", "Token ",
	    "Digest ", "ApiKey " };
	size_t i, n;

	for (i = 0; i < ARRAY_SIZE(schemes); i++) {
		n = strlen(schemes[i]);
		if ((size_t)(end - p) > n && strncasecmp(p, schemes[i], n) == 0)
			return n;
	}
	return 0;
}

/*
 * Who gives it so means a value, and not code: an option with =, a variable of
 * the environment before a command.
 */
static bool
is_given(const char *name, size_t n, const char *p, const char *end)
{
	bool lower = false;
	const char *behind;

	for (size_t i = 0; i < n; i++)
		lower = lower || islower((unsigned char)name[i]);
	if (p + 1 >= end || *p != '=' || p[1] == '=' || p[1] == ' ' ||
	    (lower && name[0] != '-'))
		return false;
	behind = p + 1 + run_of(B64, p + 1, end);
	return behind == end || (*behind != '(' && *behind != '[');
}

/* Of a header ("Cookie: a=b; c=d") all that follows, to its quote or line. */
static size_t
match_header(const char *name, const char *p, const char *end,
    size_t *ret_skip)
{
	const char *start = p;

	if (end - p < 2 || p[0] != ':' || p[1] != ' ' ||
	    !(isupper((unsigned char)name[0]) ||
	    strncmp(name, "x-", 2) == 0))
		return 0;
	for (p += 2; p < end && *p == ' '; p++)
		;
	*ret_skip = (size_t)(p - start);
	for (start = p; p < end && *p >= ' ' && *p != '"' && *p != '\''; p++)
		;
	return (size_t)(p - start);
}

/* To the end of the word, or of the quotes it stands in. */
static size_t
word_of(const char *p, const char *end)
{
	const char *start = p;
	bool quoted = p[-1] != ' ';

	while (p < end && *p != '"' && *p != '\'' &&
	    (quoted || (unsigned char)*p > ' '))
		p++;
	return (size_t)(p - start);
}

static const char *
behind_blanks(const char *p, const char *end)
{
	while (p < end && (*p == ' ' || *p == '\t' || *p == '\r'))
		p++;
	return p;
}

/* The quote that closes, or the end; a backslash hides what is behind it. */
static const char *
closing(const char *p, const char *end, char quote)
{
	while (p < end && *p != quote)
		p += *p == '\\' && p + 1 < end ? 2 : 1;
	return p < end ? p : end;
}

/* A word that is a secret is one to its end, whatever it is made of. */
static size_t
rest_of_word(const char *p, const char *end)
{
	const char *start = p;

	while (p < end && (unsigned char)*p > ' ' &&
	    strchr("\"'`,;&()[]{}<>\\", *p) == NULL)
		p++;
	return (size_t)(p - start);
}

/*
 * `p` is behind a telling name: of an option, or told by what it stands in.
 * The value's place: behind = or :, and an opening quote, if there is one.
 */
static size_t
match_value(const char *p, const char *end, bool is_option, bool told,
    size_t *ret_skip)
{
	const char *start = p, *close;
	bool escaped, quoted;
	size_t scheme;
	char quote;
	size_t n;

	/* {"a": in a string of its own is {\"a\": there. */
	if (p + 1 < end && *p == '\\' && p[1] == '"')
		p++;
	if (p < end && (*p == '"' || *p == '\''))
		p++;		/* the name's own */
	quoted = p > start;
	if (p < end && *p == ']')
		p++;
	p = behind_blanks(p, end);
	/* "mysql --password X" */
	if (is_option && !quoted && p > start && p < end && *p != '-' &&
	    *p != '=') {
		p += *p == '"' || *p == '\'';
		n = word_of(p, end);
		*ret_skip = (size_t)(p - start);
		return n;
	}
	if (p == end || (*p != '=' && *p != ':'))
		return 0;
	p = behind_blanks(p + 1, end);
	if (p == end || *p == '=')
		return 0;
	escaped = *p == '\\' && p + 1 < end;
	p += escaped;
	/* b'...' */
	p += p + 1 < end && strchr("bBuUrR", *p) != NULL &&
	    (p[1] == '"' || p[1] == '\'');
	quote = *p;
	if (quote == '"' || quote == '\'') {
		p++;
		/* In a string of its own the backslash is the quote's. */
		close = escaped ? memchr(p, quote, (size_t)(end - p)) :
		    closing(p, end, quote);
		n = (size_t)((close != NULL ? close : end) - p);
		if (escaped && close != NULL && n > 0 && close[-1] == '\\')
			n--;
	} else {
		scheme = scheme_of(p, end);
		n = scheme + run_of(B64, p + scheme, end);
		/* Behind a name in quotes, "?", a scheme: however short. */
		if (scheme == 0 && !is_secret_word(p, n, end) && !told &&
		    !(quoted && n > 0 && isdigit((unsigned char)*p)))
			n = 0;
		if (n > 0)
			n += rest_of_word(p + n, end);
		/* {"password": ["a", "b"]} */
		if (quoted && *p == '[') {
			close = memchr(p, ']', (size_t)(end - p));
			n = (size_t)(close != NULL ? close + 1 - p : end - p);
		}
	}
	*ret_skip = (size_t)(p - start);
	return n;
}

/*
 * "://user:password@": the password, `p` being at "://"; a path that was made
 * canonical has one slash left.
 */
static size_t
match_url(const char *p, const char *end, size_t *ret_skip)
{
	const char *q, *colon = NULL, *at = NULL;

	if ((size_t)(end - p) < 3 || memcmp(p, ":/", 2) != 0)
		return 0;
	for (q = p + 2 + (p[2] == '/'); q < end && (unsigned char)*q > ' ' &&
	    strchr("/?#\"'<>", *q) == NULL; q++) {
		if (*q == ':' && colon == NULL)
			colon = q;
		/* A password may hold one: the last counts. */
		if (*q == '@' && colon != NULL && q > colon + 1)
			at = q;
	}
	if (at == NULL)
		return 0;
	*ret_skip = (size_t)(colon + 1 - p);
	return (size_t)(at - colon - 1);
}

/* A bot's token of Telegram: its number, a colon, 35 characters. */
static size_t
match_bot(const char *p, const char *end)
{
	const char *colon = p;
	size_t n;

	while (colon < end && colon - p <= 12 && isdigit((unsigned char)*colon))
		colon++;
	if (colon - p < 8 || colon - p > 12 || colon == end || *colon != ':')
		return 0;
	n = run_of(TOKEN, colon + 1, end - colon > 40 ? colon + 40 : end);
	return n == 35 ? (size_t)(colon + 1 + n - p) : 0;
}

static int
class_of(unsigned char c)
{
	return isupper(c) ? 1 : islower(c) ? 2 : isdigit(c) ? 3 : 4;
}

/*
 * Many characters of base64 that change between capitals, small letters and
 * digits as random bytes do. Words and paths change less; a hash in
 * hexadecimal has one kind of letters.
 */
static size_t
match_blob(const char *p, const char *end, size_t most)
{
	size_t n = 0, changes = 0, of[5] = { 0 };
	int before = 0, now;

	for (; p + n < end && n < most && (unsigned char)p[n] < 0x80 &&
	    (isalnum((unsigned char)p[n]) || (p[n] != '\0' &&
	    strchr("+/_=-", p[n]) != NULL)); n++) {
		now = class_of((unsigned char)p[n]);
		of[now]++;
		changes += n > 0 && now != before;
		before = now;
	}
	return n >= BLOB_LEAST && of[1] >= 4 && of[2] >= 4 && of[3] >= 1 &&
	    of[4] * 8 <= n && (of[1] + of[3]) * 3 >= n &&
	    changes * 10 >= n * 3 ? n + (n == most ? run_of(B64, p + n,
	    end) : 0) : 0;
}

struct scan {
	const char	*text, *end;
	unsigned	 what;		/* bits of enum redact_what */
};

/* Behind the telling name from `name` to `p`. */
static size_t
match_named(const struct scan *s, const char *name, const char *p,
    const char *end, size_t *ret_skip)
{
	return match_value(p, end, name[0] == '-' && (name == s->text ||
	    name[-1] == ' '), (name > s->text && strchr("?&#", name[-1])) ||
	    is_given(name, (size_t)(p - name), p, end), ret_skip);
}

/* A secret at or shortly behind `p`: bytes to keep, then bytes to hide. */
static size_t
match(const struct scan *s, const char *p, size_t *ret_skip)
{
	const char *text = s->text, *end = s->end;
	const unsigned what = s->what;
	bool begins = p == text || !is_name_char((unsigned char)p[-1]);
	bool ends = p > text && is_name_char((unsigned char)p[-1]) &&
	    !is_name_char((unsigned char)*p);
	bool known = (what & 1u << REDACT_KNOWN) != 0;
	const char *name = p;
	size_t n, more, skip;

	*ret_skip = 0;
	n = begins && known ? match_make(p, end) : 0;
	if (n == 0 && begins && known)
		n = match_bot(p, end);
	/* Where a run of such characters begins, or behind a path's slash. */
	if (n == 0 && (what & 1u << REDACT_RANDOM) != 0 && (p == text ||
	    !is_of(B64, (unsigned char)p[-1]) || p[-1] == '/' ||
	    p[-1] == '='))
		n = match_blob(p, end, what == ALL ? SIZE_MAX : SEEN);
	if (n == 0 && (what & 1u << REDACT_KEYS) != 0)
		n = match_private_key(p, end);
	if (n == 0 && known)
		n = match_url(p, end, ret_skip);
	if (n > 0 || !ends || !known)
		return n;
	while (name > text && is_name_char((unsigned char)name[-1]))
		name--;
	if (!is_name_end(name, (size_t)(p - name)))
		return 0;
	n = match_header(name, p, end, ret_skip);
	if (n > 0)
		return n;
	if (what == ALL || end - p <= SEEN)
		return match_named(s, name, p, end, ret_skip);
	/* Else each of many names in a row is asked of all that follows it. */
	n = match_named(s, name, p, p + SEEN, ret_skip);
	if (n == 0 || *ret_skip + n < SEEN)
		return n;
	more = match_named(s, name, p, end, &skip);
	return more > n ? more : n + run_of(B64, p + SEEN, end);
}

bool
redact_is_done(const char *text, size_t n)
{
	static const char mark[] = "[redacted:";

	return n > strlen(mark) && memcmp(text, mark, strlen(mark)) == 0;
}

/* From `*p` on: where the next secret is told, what to keep and to hide. */
static bool
find(const struct scan *s, const char **p, size_t *ret_skip,
    size_t *ret_hide)
{
	for (; *p < s->end; ++*p) {
		*ret_hide = match(s, *p, ret_skip);
		if (*ret_hide > 0 && !redact_is_done(*p + *ret_skip, *ret_hide))
			return true;
	}
	return false;
}

bool
redact_text(const char *text, size_t n, struct buf *out)
{
	const char *end = text + n, *p = text, *kept = text;
	const struct scan s = { text, end, ALL };
	size_t skip, hide;
	bool any = false;

	while (find(&s, &p, &skip, &hide)) {
		buf_add(out, kept, (size_t)(p + skip - kept));
		buf_addf(out, "[redacted:%zu]", hide);
		p += skip + hide;
		kept = p;
		any = true;
	}
	if (any)
		buf_add(out, kept, (size_t)(end - kept));
	return any;
}

const char *
redact_shown(const char *text, struct buf *scratch)
{
	scratch->len = 0;
	return text != NULL && redact_text(text, strlen(text), scratch) ?
	    buf_str(scratch) : text;
}

bool
redact_mask(char *text, size_t n)
{
	const char *end = text + n, *p = text;
	const struct scan s = { text, end, ALL };
	size_t skip, hide;
	bool any = false;

	while (find(&s, &p, &skip, &hide)) {
		p += skip;
		for (; hide > 0; hide--, p++)
			text[p - text] = '*';
		any = true;
	}
	return any;
}

size_t
redact_mark(const char *text, size_t n, enum redact_what what, char *mask)
{
	const struct scan s = { text, text + n, 1u << what };
	const char *p = text;
	size_t skip, hide, count = 0;

	while (find(&s, &p, &skip, &hide)) {
		memset(mask + (p - text) + skip, 1, hide);
		p += skip + hide;
		count++;
	}
	return count;
}
