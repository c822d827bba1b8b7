#include "buf.h"

#include "mem.h"

void
buf_free(struct buf *b)
{
	free(b->data);
	*b = (struct buf)BUF_INIT;
}

static void
buf_reserve(struct buf *b, size_t more)
{
	size_t want, cap = b->cap ? b->cap : 64;

	if (__builtin_add_overflow(b->len, more, &want) ||
	    __builtin_add_overflow(want, 1, &want))
		want = SIZE_MAX;	/* refused by mem_resize */
	while (cap < want && cap <= SIZE_MAX / 2)
		cap *= 2;
	if (cap < want)
		cap = want;
	if (cap != b->cap) {
		b->data = mem_resize(b->data, cap, 1);
		b->cap = cap;
	}
}

char *
buf_room(struct buf *b, size_t n)
{
	buf_reserve(b, n);
	buf_took(b, 0);
	return b->data + b->len;
}

void
buf_took(struct buf *b, size_t n)
{
	b->len += n;
	b->data[b->len] = '\0';
}

void
buf_add(struct buf *b, const void *bytes, size_t n)
{
	buf_reserve(b, n);
	if (n > 0)
		memcpy(b->data + b->len, bytes, n);
	b->len += n;
	b->data[b->len] = '\0';
}

void
buf_addc(struct buf *b, char c)
{
	buf_add(b, &c, 1);
}

void
buf_adds(struct buf *b, const char *s)
{
	buf_add(b, s, strlen(s));
}

void
buf_vaddf(struct buf *b, const char *fmt, va_list ap)
{
	va_list again;
	int need;

	va_copy(again, ap);
	buf_reserve(b, 128);
	need = vsnprintf(b->data + b->len, b->cap - b->len, fmt, ap);
	if (need >= 0 && (size_t)need >= b->cap - b->len) {
		buf_reserve(b, (size_t)need);
		vsnprintf(b->data + b->len, b->cap - b->len, fmt, again);
	}
	if (need > 0)
		b->len += (size_t)need;
	va_end(again);
}

void
buf_addf(struct buf *b, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	buf_vaddf(b, fmt, ap);
	va_end(ap);
}

int
buf_why(char **ret_why, int err, const char *fmt, ...)
{
	auto_buf struct buf b = BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	buf_vaddf(&b, fmt, ap);
	va_end(ap);
	*ret_why = buf_steal(&b);
	return -err;
}

const char *
buf_str(struct buf *b)
{
	if (b->data == NULL)
		buf_add(b, "", 0);
	return b->data;
}

char *
buf_steal(struct buf *b)
{
	char *taken;

	buf_str(b);
	taken = b->data;
	*b = (struct buf)BUF_INIT;
	return taken;
}

size_t
u8_decode(const char *s, size_t n, unsigned *ret_cp)
{
	static const unsigned least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *u = (const unsigned char *)s;
	unsigned cp;
	size_t len, i;

	if (n == 0)
		return 0;
	if (u[0] < 0x80)
		len = 1, cp = u[0];
	else if ((u[0] & 0xe0) == 0xc0)
		len = 2, cp = u[0] & 0x1f;
	else if ((u[0] & 0xf0) == 0xe0)
		len = 3, cp = u[0] & 0x0f;
	else if ((u[0] & 0xf8) == 0xf0)
		len = 4, cp = u[0] & 0x07;
	else
		return 0;
	if (len > n)
		return 0;
	for (i = 1; i < len; i++) {
		if ((u[i] & 0xc0) != 0x80)
			return 0;
		cp = cp << 6 | (u[i] & 0x3f);
	}
	if (cp < least[len] || cp > 0x10ffff || (cp >= 0xd800 && cp < 0xe000))
		return 0;
	if (ret_cp != NULL)
		*ret_cp = cp;
	return len;
}

size_t
u8_encode(unsigned cp, char out[4])
{
	if (cp < 0x80) {
		out[0] = (char)cp;
		return 1;
	}
	if (cp < 0x800) {
		out[0] = (char)(0xc0 | cp >> 6);
		out[1] = (char)(0x80 | (cp & 0x3f));
		return 2;
	}
	if (cp >= 0xd800 && cp < 0xe000)
		return 0;
	if (cp < 0x10000) {
		out[0] = (char)(0xe0 | cp >> 12);
		out[1] = (char)(0x80 | (cp >> 6 & 0x3f));
		out[2] = (char)(0x80 | (cp & 0x3f));
		return 3;
	}
	if (cp > 0x10ffff)
		return 0;
	out[0] = (char)(0xf0 | cp >> 18);
	out[1] = (char)(0x80 | (cp >> 12 & 0x3f));
	out[2] = (char)(0x80 | (cp >> 6 & 0x3f));
	out[3] = (char)(0x80 | (cp & 0x3f));
	return 4;
}

bool
u8_valid(const char *s, size_t n)
{
	size_t len;

	for (; n > 0; s += len, n -= len) {
		len = u8_decode(s, n, NULL);
		if (len == 0)
			return false;
	}
	return true;
}

bool
u8_visible(unsigned cp)
{
	return !(cp < 0x20 || (cp >= 0x7f && cp < 0xa0) || cp == 0xad ||
	    cp == 0x61c || (cp >= 0x200b && cp <= 0x200f) ||
	    (cp >= 0x2028 && cp <= 0x202e) || (cp >= 0x2060 && cp <= 0x206f) ||
	    cp == 0xfeff || (cp >= 0xfff9 && cp <= 0xfffb) ||
	    (cp >= 0xe0000 && cp <= 0xe0fff));
}

void
buf_add_visible(struct buf *b, const char *bytes, size_t n)
{
	size_t len;
	unsigned cp;

	for (; n > 0; bytes += len, n -= len) {
		len = u8_decode(bytes, n, &cp);
		if (len == 0) {
			len = 1;
			buf_addf(b, "\\x%02x", (unsigned char)bytes[0]);
		} else if (cp == '\n')
			buf_adds(b, "\\n");
		else if (cp == '\t')
			buf_adds(b, "\\t");
		else if (cp == '\r')
			buf_adds(b, "\\r");
		else if (cp < 0x80 && !u8_visible(cp))
			buf_addf(b, "\\x%02x", cp);
		else if (!u8_visible(cp))
			buf_addf(b, "\\u{%x}", cp);
		else
			buf_add(b, bytes, len);
	}
}
