//go:build !race

package search_test

const slowdown = 1
