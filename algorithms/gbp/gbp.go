package gbp

import (
	"fmt"

	"github.com/gmecheck/gmecheck/model"
)

// vars are the variables of one site: a process's or a group's.
type vars any

// process is the variables of P_i.
type process struct {
	state  phase
	G      model.Group // the chosen group
	tpodur int         // the chosen time to use the resource
}

// phase is the section of figure 3 in which a process is.
type phase uint8

const (
	idle phase = iota // RemainderSection
	wait              // EntrySection
	cs                // CriticalSection
)

func (s phase) String() string { return [...]string{"idle", "wait", "cs"}[s] }

// group is the variables of G_k (figure 4). priori is not among them: it is not read after the handler that chooses
// it.
type group struct {
	state  state
	LP     model.List[linked]
	LG     model.List[lock]
	conj   model.Groups // whose locks G_k has
	gtpo   int          // the time to use the resource
	tpouse int          // how much of it has elapsed, as far as anybody has looked

	// Of repairs; published, these keep their zero values.
	early model.Groups            // EarlyCall: who called its lock back before it came
	turns model.List[model.Group] // Turns and Fair: whose sessions that needed the lock of G_k have ended; the latest last
}

// state is INACTIVE, ACTIVE or CS. EXIT exists only within a handler.
type state uint8

const (
	Inactive state = iota
	Active
	CS
)

func (s state) String() string { return [...]string{"Inactive", "Active", "CS"}[s] }

// linked is an entry of LP: a process and its time in the group.
type linked struct {
	Pi     model.Site
	tpodur int
	due    int // admitted until this time has elapsed, from 1; 0: waits for the next stage
}

func (e linked) String() string {
	if e.due == 0 {
		return fmt.Sprintf("P%d for %d waits", e.Pi, e.tpodur)
	}
	return fmt.Sprintf("P%d for %d until %d", e.Pi, e.tpodur, e.due)
}

// lock is an entry of LG: a group that wants the lock of G_k, or has it.
type lock struct {
	Gl     model.Group
	priori int
}

func (e lock) String() string { return fmt.Sprintf("G%d priority %d", e.Gl, e.priori) }

// message is one of the eight kinds below. Between processes and groups:
type message any

// ReqProcess: P_i asks to take part in G_k for the time tpodur.
type ReqProcess struct {
	Pi     model.Site
	Gk     model.Group
	tpodur int
}

// RepProcess: G_k lets P_i in.
type RepProcess struct {
	Gk model.Group
	Pi model.Site
}

// RelProcess: P_i leaves G_k.
type RelProcess struct {
	Pi model.Site
	Gk model.Group
}

// And from group Gk to group Gl:

// ReqGroup: "give me your lock".
type ReqGroup struct {
	Gk, Gl model.Group
	priori int
}

// RecGroup: "you have my lock".
type RecGroup struct{ Gk, Gl model.Group }

// RelGroup: "give me my lock back".
type RelGroup struct{ Gk, Gl model.Group }

// RepRelGroup: "here is your lock back".
type RepRelGroup struct{ Gk, Gl model.Group }

// LibGroup: "my session is over".
type LibGroup struct{ Gk, Gl model.Group }

func (m ReqProcess) String() string {
	return fmt.Sprintf("Req-Process(P%d->G%d, %d)", m.Pi, m.Gk, m.tpodur)
}
func (m RepProcess) String() string { return fmt.Sprintf("Rep-Process(G%d->P%d)", m.Gk, m.Pi) }
func (m RelProcess) String() string { return fmt.Sprintf("Rel-Process(P%d->G%d)", m.Pi, m.Gk) }
func (m ReqGroup) String() string {
	return fmt.Sprintf("Req-Group(G%d->G%d, %d)", m.Gk, m.Gl, m.priori)
}
func (m RecGroup) String() string    { return fmt.Sprintf("Rec-Group(G%d->G%d)", m.Gk, m.Gl) }
func (m RelGroup) String() string    { return fmt.Sprintf("Rel-Group(G%d->G%d)", m.Gk, m.Gl) }
func (m RepRelGroup) String() string { return fmt.Sprintf("Rep-Rel-Group(G%d->G%d)", m.Gk, m.Gl) }
func (m LibGroup) String() string    { return fmt.Sprintf("Lib-Group(G%d->G%d)", m.Gk, m.Gl) }

type outbox = model.Outbox[message]

type protocol struct {
	c     model.Config
	S     []model.Groups // S[k-1] is S_k
	fixed []int          // the priority of each group, if every stage has the same
	tc    int            // the estimated delay between a group and a process

	upgrades bool // upgrade(priori) raises the priorities of those that wait
	fair     bool // the variant Fair
}

func newProtocol(c model.Config) *protocol {
	fixed, err := fixedPriorities(c)
	if err != nil {
		panic(err) // the configuration has been checked
	}
	fair := c.Variant == Fair
	if fair {
		c.Repairs = nil
		for _, r := range repairs {
			c.Repairs = append(c.Repairs, r.Name)
		}
	}
	return &protocol{
		c: c, S: quorums(c.Param(quorumsName), c.Groups), fixed: fixed, tc: c.IntParam(tcName), upgrades: c.Param(upgradeName) == waiting, fair: fair,
	}
}

// Places: the processes, then the groups.
func (p *protocol) Places() []model.Place {
	var places []model.Place
	for i := range p.c.Processes {
		places = append(places, model.Place{Name: fmt.Sprint(i + 1), Process: true})
	}
	for k := range p.c.Groups {
		places = append(places, model.Place{Name: fmt.Sprintf("G%d", k+1)})
	}
	return places
}

func (p *protocol) site(k model.Group) model.Site { return model.Site(p.c.Processes + int(k)) }

func (p *protocol) group(s model.Site) model.Group { return model.Group(int(s) - p.c.Processes) }

// others yields S_k \ {G_k}, ascending.
func (p *protocol) others(k model.Group) func(yield func(model.Group) bool) {
	return p.S[k-1].Without(k).All()
}

func (p *protocol) Start(i model.Site) vars {
	if p.group(i) > 0 {
		return group{}
	}
	return process{}
}

// Demands: any group that the workload allows, for any time.
func (p *protocol) Demands(_ model.Site, allowed model.Groups) []model.Demand {
	var all []model.Demand
	for k := range allowed.All() {
		for d := range p.c.IntParam(durationsName) {
			demand := model.Demand{Group: k, Duration: d + 1, Text: []string{k.String()}}
			if p.c.IntParam(durationsName) > 1 {
				demand.Text = append(demand.Text, fmt.Sprint(d+1))
			}
			all = append(all, demand)
		}
	}
	return all
}

func (p *protocol) MayRequest(_ model.Site, v vars) bool {
	i, ok := v.(process)
	return ok && i.state == idle
}

func (p *protocol) InCS(_ model.Site, v vars) bool {
	i, ok := v.(process)
	return ok && i.state == cs
}

// Receive dispatches the receive events.
func (p *protocol) Receive(i model.Site, v *vars, m message, out *outbox) {
	switch site := (*v).(type) {
	case process:
		switch m := m.(type) {
		case RepProcess:
			p.repProcess(&site, m, out)
		default:
			out.Unhandled()
		}
		*v = site
	case group:
		k := p.group(i)
		switch m := m.(type) {
		case ReqProcess:
			p.reqProcess(k, &site, m, out)
		case RelProcess:
			p.relProcess(k, &site, m, out)
		case ReqGroup:
			p.reqGroup(k, &site, m, out)
		case RecGroup:
			p.recGroup(k, &site, m, out)
		case RelGroup:
			p.relGroup(k, &site, m, out)
		case RepRelGroup:
			p.repRelGroup(k, &site, out)
		case LibGroup:
			p.libGroup(k, &site, m, out)
		default:
			out.Unhandled()
		}
		*v = site
	}
}

// The events of a process, figure 3.

// Request is the EntrySection up to "send Req-Process": i chooses a group and a time.
func (p *protocol) Request(i model.Site, v *vars, d model.Demand, out *outbox) {
	*v = process{state: wait, G: d.Group, tpodur: d.Duration}
	out.Send(p.site(d.Group), ReqProcess{i, d.Group, d.Duration})
}

// repProcess is "receive Rep-Process(G_k, P_i)"; one that P_i does not wait for has no effect.
func (p *protocol) repProcess(v *process, m RepProcess, out *outbox) {
	if v.state == wait && v.G == m.Gk {
		v.state = cs
		out.Enter()
	}
}

// Exit is the ExitSection.
func (p *protocol) Exit(i model.Site, v *vars, out *outbox) {
	k := (*v).(process).G
	*v = process{}
	out.Send(p.site(k), RelProcess{i, k})
}
