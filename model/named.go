package model

// Names gives sites and groups other names, for symmetry.
type Names interface {
	Site(i Site) Site
	Group(g Group) Group
	// Of is x with every site and group in it renamed: values of the types [Site] and [Group], also in structs, interfaces,
	// arrays and what is [Named] or an [Alias]. Its type is that of x.
	Of(x any) any
}

// Named is a value that contains sites or groups in a way that its fields do not show, such as a [List].
type Named interface {
	// Renamed is the value with other names in it, of the receiver's type; where every name stays, it is the value itself.
	Renamed(n Names) any
}

// Alias is a type that a protocol defines to be a [Site], a [Group] or a set of them, for the sake of a method of its own.
// Renaming cannot see that in the type.
type Alias interface {
	// Alias returns the same value, converted to the type of this package.
	Alias() any
}

// Renamed renames the elements.
func (l List[T]) Renamed(n Names) any {
	xs := l.front()
	for k := range xs {
		xs[k] = renamed(n, xs[k])
	}
	if end, open := l.end(); open {
		return listOf(xs, unknown(end.own(), end.tail.Renamed(n).(List[T])))
	}
	return ListOf(xs...)
}

// Renamed renames the members.
func (s Set[T]) Renamed(n Names) any {
	var t Set[T]
	for x := range s.All() {
		t = t.With(renamed(n, x))
	}
	return t
}

// Renamed renames the values and gives each to the site of the new name.
func (a PerSite[T]) Renamed(n Names) any {
	xs := make([]T, a.Len())
	for k, x := range a.all() {
		to := int(n.Site(Site(k+1))) - 1
		if to >= len(xs) {
			return a // not an array of all processes or all sites: no renaming makes sense of it
		}
		xs[to] = renamed(n, x)
	}
	return perSiteOf(xs)
}

// renamed is x with other names. Where T is an interface, its zero value has no names in it.
func renamed[T any](n Names, x T) T {
	y, _ := n.Of(x).(T)
	return y
}
