package explorer

import "testing"

// TestKinds: messages of a kind are of one, whatever they carry, whence they come and how old they are.
func TestKinds(t *testing.T) {
	for _, test := range []struct {
		inbox []string
		want  string
	}{
		{nil, "nothing"},
		{[]string{"Request(2, 1)", "token"}, "Request, token"},
		{[]string{"Request(2, 1) from P1 aged 2", "token from P2", "grant aged 1"}, "Request, token, grant"},
	} {
		if got := kinds(test.inbox); got != test.want {
			t.Errorf("%q are %q, not %q", test.inbox, got, test.want)
		}
	}
}
