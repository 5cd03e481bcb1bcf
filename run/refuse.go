package run

import (
	"fmt"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/direct"
	"github.com/gmecheck/gmecheck/model/system"
)

// refuse says what is wrong with options, given the model: above all what could happen that the model does not have.
func refuse(sys *system.System, sites direct.Sites, o *Options) error {
	c := sys.Config
	for _, x := range []struct {
		bad bool
		why string
	}{
		{len(sys.Places) == 1 && sys.Places[0].Silent, "it is a shared memory, which has no messages"},
		{sites.Ticketed(), "its requests carry the time of a perfect clock, which no network has"},
		{o.Site < 1 || int(o.Site) > len(sys.Places), fmt.Sprintf("Options.Site is %d; allowed are 1 to %d", o.Site, len(sys.Places))},
		{len(o.Peers) != len(sys.Places), fmt.Sprintf("Options.Peers has %d addresses for %d sites", len(o.Peers), len(sys.Places))},
		{o.Start < 0 || o.Start >= sites.Starts(), fmt.Sprintf("Options.Start is %d; allowed are 0 to %d", o.Start, sites.Starts()-1)},
		{o.Transport != TCP && o.Transport != UDP, fmt.Sprintf("Options.Transport is %q; allowed is %q, which is the default, and %q", o.Transport, TCP, UDP)},
		{c.Crash > 0 && o.Dir == "", "it can crash, and what survives a crash must be kept: Options.Dir is empty"},
	} {
		if x.bad {
			return fmt.Errorf("%s: %s", c.Algorithm, x.why)
		}
	}
	if err := refuseNames(sites, o); err != nil {
		return fmt.Errorf("%s: %w", c.Algorithm, err)
	}
	_, timers, _ := declared(sites)
	for _, timer := range timers {
		if _, given := o.Timers[timer]; !given && untimed(c, o) {
			return fmt.Errorf("%s: %w", c.Algorithm, missing(timer))
		}
	}
	for _, step := range []func(model.Config, *Options) error{refuseUDP, refuseFaults} {
		if err := step(c, o); err != nil {
			return fmt.Errorf("%s: %w", c.Algorithm, err)
		}
	}
	return nil
}

// refuseUDP: datagrams are lost, arrive twice, and overtake each other.
func refuseUDP(c model.Config, o *Options) error {
	if o.Transport != UDP {
		return nil
	}
	for _, x := range []struct {
		bad bool
		why string
	}{
		{c.Loss == 0, "UDP loses messages, and in the model none is lost"},
		{len(c.Lossy) > 0, fmt.Sprintf("UDP loses messages of any kind, and in the model only %v", c.Lossy)},
		{c.Duplicate == 0, "UDP can deliver a message twice, and in the model none arrives twice"},
		{c.Network == model.FIFO, "messages over UDP overtake each other, and in the model they keep their order"},
		{o.TLS != nil, "there is no TLS over UDP"},
	} {
		if x.bad {
			return fmt.Errorf("%s", x.why)
		}
	}
	return nil
}

// refuseFaults refuses to inject what the model does not have.
func refuseFaults(c model.Config, o *Options) error {
	f := o.Faults
	for _, x := range []struct {
		bad bool
		why string
	}{
		{f.Loss < 0 || f.Loss > 1 || f.Duplicate < 0 || f.Duplicate > 1, "a chance in Options.Faults is not from 0 to 1"},
		{f.Least < 0 || f.Most < f.Least, fmt.Sprintf("messages cannot take from %v to %v", f.Least, f.Most)},
		{f.Crash < 0 || f.Recovery < 0, "a time in Options.Faults is negative"},
		{f.Loss > 0 && c.Loss == 0, "Options.Faults.Loss: in the model nothing is lost"},
		{f.Duplicate > 0 && c.Duplicate == 0, "Options.Faults.Duplicate: in the model nothing arrives twice"},
		{f.Crash > 0 && !crashes(c, o.Site), "Options.Faults.Crash: in the model this site does not crash"},
		{f.Crash > 0 && c.Final, "Options.Faults.Crash: in the model nobody recovers"},
	} {
		if x.bad {
			return fmt.Errorf("%s", x.why)
		}
	}
	return nil
}

// crashes reports that a site can crash.
func crashes(c model.Config, i model.Site) bool {
	return c.Crash > 0 && (c.Crashing.Empty() || c.Crashing.Has(i))
}
