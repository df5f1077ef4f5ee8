package notation

// maxWord is the length in bytes of the longest word that [Distance] compares.
const maxWord = 100

// Distance returns the Levenshtein distance in bytes between two words. It helps to suggest the word that a
// user may have meant. If a word is longer than 100 bytes, it returns the length of the longer one.
func Distance(a, b string) int {
	if longer := max(len(a), len(b)); longer > maxWord {
		return longer
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0]++
		for j := range len(b) {
			change := corner
			if a[i] != b[j] {
				change++
			}
			corner = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
