# Completion for fish: vendor_completions.d/sallyport.fish
function __sallyport_offer
	set -l words (commandline -opc)
	$words[1] complete $words[2..-1] (commandline -ct) 2>/dev/null
end
complete -c sallyport -a '(__sallyport_offer)'
