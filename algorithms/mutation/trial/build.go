package trial

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/gmecheck/gmecheck/algorithms/mutation/mutate"
)

// worker is the command that is built with the mutants in it.
const worker = "./cmd/gmecheck/internal/mutants"

// Build builds the worker with all mutants of the packages in it, below dir. The mutants of the first package have the
// numbers from 1, those of the next the numbers that follow.
func Build(root, dir string, packages []*mutate.Package) (string, error) {
	replace := map[string]string{}
	first := 1
	for _, p := range packages {
		for path, source := range p.Overlay(first) {
			file := filepath.Join(dir, p.Name+"-"+filepath.Base(path))
			if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
				return "", err
			}
			replace[path] = file
		}
		first += len(p.Mutants)
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	list, binary := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "worker")
	if err := os.WriteFile(list, overlay, 0o600); err != nil {
		return "", err
	}
	cmd := exec.Command("go", "build", "-overlay", list, "-o", binary, worker)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return binary, nil
}
