from json import dumps, codecs
