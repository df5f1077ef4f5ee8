module github.com/tainchess/tain

go 1.26
