package fair

// Accounts returns how many addresses have an account.
func (q *Queue[T]) Accounts() int { return len(q.addresses) }
