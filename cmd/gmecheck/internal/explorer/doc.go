// Package explorer is the verb explore: a page in the browser on which somebody walks through a model by hand.
//
// The server listens on loopback only. Its address has a random token in its path, without which it answers nothing; it
// refuses requests that name another host (DNS rebinding) or come from another page. What the page shows is a function of the
// labels of the steps, which stand in the page's own address: the server keeps nothing of a run.
package explorer
