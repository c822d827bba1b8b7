# sallyport: ignore
eval("1")  # noqa  # nosec
