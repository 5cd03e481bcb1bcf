package run

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"os"

	"github.com/gmecheck/gmecheck/model"
)

// Mutual is the TLS configuration of a site that trusts whom the authority in a file of PEM has signed, and shows the certificate
// in another. Both sides of a connection show theirs, each for its own [SiteName]: no site can speak for another.
func Mutual(authority, certificate, key string) (*tls.Config, error) {
	text, err := os.ReadFile(authority)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("%s has no certificate in it", authority)
	}
	own, err := tls.LoadX509KeyPair(certificate, key)
	if err != nil {
		return nil, err
	}
	return &tls.Config{RootCAs: pool, ClientCAs: pool, Certificates: []tls.Certificate{own}, MinVersion: tls.VersionTLS13}, nil
}

// outgoingTLS is the side of the one who connects.
func outgoingTLS(c *tls.Config, to model.Site) *tls.Config {
	c = c.Clone()
	c.ServerName = SiteName(to)
	return c
}

// incomingTLS is the side of the one to whom others connect.
func incomingTLS(c *tls.Config) *tls.Config {
	c = c.Clone()
	c.ClientAuth = tls.RequireAndVerifyClientCert
	return c
}

// speaksFor is an error unless whoever is at the other end may speak for the site.
func speaksFor(conn net.Conn, i model.Site) error {
	c, is := conn.(*tls.Conn)
	if !is {
		return nil
	}
	shown := c.ConnectionState().PeerCertificates
	if len(shown) == 0 {
		return fmt.Errorf("it shows no certificate")
	}
	return shown[0].VerifyHostname(SiteName(i))
}
