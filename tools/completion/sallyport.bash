# Completion for bash: /usr/share/bash-completion/completions/sallyport
_sallyport()
{
	local cur=${COMP_WORDS[COMP_CWORD]} IFS=$'\n'

	COMPREPLY=($("$1" complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
	if [ ${#COMPREPLY[@]} = 0 ]; then
		COMPREPLY=($(compgen -f -- "$cur"))
		compopt -o filenames
	fi
}
complete -F _sallyport sallyport
