package run

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/gmecheck/gmecheck/explore/disk"
)

// ErrPower is the error of a disk without power.
var ErrPower = errors.New("the power is off")

// Disk is the disk of a machine whose power fails: of what was not made durable before, anything may be left, in part, or nothing.
// What a process writes and does not make durable it can read, and so can the one after it.
type Disk struct {
	mu     sync.Mutex
	random *rand.Rand
	off    bool
	left   int // calls until the power fails; 0: it stays
	files  map[string]*cached
	names  map[string]bool // of files that are new, and whose names are not durable
	Lost   int             // how many writes were lost, in part at least, and how many names
}

// NewDisk makes a disk, which decides by chance what is left.
func NewDisk(seed uint64) *Disk {
	return &Disk{random: rand.New(rand.NewPCG(seed, 3)), files: map[string]*cached{}, names: map[string]bool{}}
}

// Hold makes a node use the disk.
func (d *Disk) Hold(o *Options) { o.files = &files{d.open, d.dir} }

// cached is a file with the writes that are not durable.
type cached struct {
	*os.File
	d       *Disk
	pending []func(whole float64) error // each does so much of a write
}

func (d *Disk) open(name string, flags int, mode os.FileMode) (file, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, err := os.Stat(name); err != nil {
		d.names[name] = true
	}
	f, err := os.OpenFile(name, flags, mode)
	if err != nil {
		return nil, err
	}
	d.files[name] = &cached{File: f, d: d}
	return d.files[name], nil
}

func (d *Disk) dir(path string) disk.Dir {
	return disk.Dir{Path: path, Fault: func(call disk.Call, _ int) error {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.off {
			return ErrPower
		}
		for name := range d.names {
			if call == disk.SyncDirCall && filepath.Dir(name) == filepath.Clean(path) {
				delete(d.names, name)
			}
		}
		return nil
	}}
}

// dead reports that there is no power for a call.
func (d *Disk) dead() bool {
	if d.left == 1 {
		d.fail()
	}
	d.left = max(0, d.left-1)
	return d.off
}

func (f *cached) later(write func(whole float64) error) error {
	f.d.mu.Lock()
	defer f.d.mu.Unlock()
	if f.d.dead() {
		return ErrPower
	}
	f.pending = append(f.pending, write)
	return nil
}

func (f *cached) WriteAt(b []byte, at int64) (int, error) {
	b = append([]byte(nil), b...)
	return len(b), f.later(func(whole float64) error {
		_, err := f.File.WriteAt(b[:int(whole*float64(len(b)))], at)
		return err
	})
}

func (f *cached) Truncate(size int64) error {
	return f.later(func(whole float64) error {
		if whole < 1 {
			return nil
		}
		return f.File.Truncate(size)
	})
}

// Sync takes a while, in which nobody may be told of what is not durable: the power may fail then.
func (f *cached) Sync() error {
	time.Sleep(2 * time.Millisecond)
	f.d.mu.Lock()
	defer f.d.mu.Unlock()
	if f.d.dead() {
		return ErrPower
	}
	return f.write(func() float64 { return 1 })
}

// Close: what is not durable yet is written by the system, unless the power fails before.
func (f *cached) Close() error {
	f.d.mu.Lock()
	defer f.d.mu.Unlock()
	return errors.Join(f.write(func() float64 { return 1 }), f.File.Close())
}

func (f *cached) write(whole func() float64) error {
	for _, w := range f.pending {
		if err := w(whole()); err != nil {
			return err
		}
	}
	f.pending = nil
	return nil
}

// Fail turns the power off, at one of the next calls; where there are none, soon.
func (d *Disk) Fail() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.left = 1 + d.random.IntN(8)
	for deadline := time.Now().Add(20 * time.Millisecond); !d.off && time.Now().Before(deadline); {
		d.mu.Unlock()
		time.Sleep(time.Millisecond)
		d.mu.Lock()
	}
	if !d.off {
		d.fail()
	}
}

func (d *Disk) fail() {
	d.off, d.left = true, 0
	for name, f := range d.files {
		f.write(func() float64 {
			switch d.random.IntN(3) {
			case 0:
				return 1
			case 1:
				d.Lost++
				return d.random.Float64()
			}
			d.Lost++
			return 0
		})
		if d.names[name] && d.random.IntN(2) == 0 {
			d.Lost++
			os.Remove(name)
		}
	}
	d.files, d.names = map[string]*cached{}, map[string]bool{}
}

// Restore turns it on again.
func (d *Disk) Restore() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.off = false
}
