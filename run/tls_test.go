package run_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/run"
)

// authority signs certificates, for the names of sites.
type authority struct {
	t    *testing.T
	dir  string
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newAuthority(t *testing.T) *authority {
	a := &authority{t: t, dir: t.TempDir()}
	a.sign("ca", nil)
	return a
}

// sign writes the files of a certificate.
func (a *authority) sign(name string, names []string) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		a.t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name}, DNSNames: names,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: a.cert == nil, BasicConstraintsValid: true,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	parent, signer := a.cert, a.key
	if parent == nil {
		c.KeyUsage = x509.KeyUsageCertSign
		parent, signer = c, key
	}
	text, err := x509.CreateCertificate(rand.Reader, c, parent, &key.PublicKey, signer)
	if err != nil {
		a.t.Fatal(err)
	}
	if a.cert == nil {
		a.key = key
		if a.cert, err = x509.ParseCertificate(text); err != nil {
			a.t.Fatal(err)
		}
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		a.t.Fatal(err)
	}
	for file, block := range map[string]*pem.Block{name + ".pem": {Type: "CERTIFICATE", Bytes: text}, name + ".key": {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(filepath.Join(a.dir, file), pem.EncodeToMemory(block), 0o600); err != nil {
			a.t.Fatal(err)
		}
	}
}

// options are those of a site that shows the certificate of this name.
func (a *authority) options(o *run.Options, name string) {
	var err error
	file := func(name string) string { return filepath.Join(a.dir, name) }
	if o.TLS, err = run.Mutual(file("ca.pem"), file(name+".pem"), file(name+".key")); err != nil {
		a.t.Error(err)
	}
}

// TestTLS: sites with certificates of their own run; one with that of another site, of another authority, or with none, takes no
// part in it.
func TestTLS(t *testing.T) {
	good, other := newAuthority(t), newAuthority(t)
	for i := range model.Site(2) {
		good.sign(run.SiteName(i+1), []string{run.SiteName(i + 1)})
		other.sign(run.SiteName(i+1), []string{run.SiteName(i + 1)})
	}
	for name, x := range map[string]struct {
		second func(o *run.Options)
		runs   bool
	}{
		"own":             {func(o *run.Options) { good.options(o, "site-2") }, true},
		"another site's":  {func(o *run.Options) { good.options(o, "site-1") }, false},
		"other authority": {func(o *run.Options) { other.options(o, "site-2") }, false},
		"none":            {func(*run.Options) {}, false},
	} {
		t.Run(name, func(t *testing.T) {
			c := (&cluster{t: t, sys: composed(t, numbers(3)), change: func(i model.Site, o *run.Options) {
				if i == 1 {
					good.options(o, "site-1")
				} else {
					x.second(o)
				}
			}}).start()
			if x.runs {
				c.until(func(all []map[string]any) bool { return count(all, "deliver") == 3 })
				return
			}
			c.until(func(all []map[string]any) bool { return count(all, "send") == 3 })
			time.Sleep(100 * time.Millisecond)
			if n := count(c.lines(), "deliver"); n > 0 {
				t.Errorf("%d messages came", n)
			}
		})
	}
}

// TestImpostor: a site cannot speak for another one, even if its certificate is good: messages of site 1 come from its own
// connections alone.
func TestImpostor(t *testing.T) {
	a := newAuthority(t)
	for _, name := range []string{"site-1", "site-2"} {
		a.sign(name, []string{name})
	}
	a.sign("both", []string{"site-2", "site-3"})
	c := (&cluster{t: t, sys: composed(t, numbers(3)), change: func(i model.Site, o *run.Options) {
		a.options(o, map[model.Site]string{1: "both", 2: "site-2"}[i])
	}}).start()
	c.until(func(all []map[string]any) bool { return count(all, "send") == 3 })
	time.Sleep(100 * time.Millisecond)
	if n := count(c.lines(), "deliver"); n > 0 {
		t.Errorf("%d messages came of a site whose certificate is not for it", n)
	}
}
