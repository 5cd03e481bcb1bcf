// Parses sequence diagrams with Mermaid's own parser: files, or the mermaid blocks of Markdown files.
import fs from 'node:fs';
import { JSDOM } from 'jsdom';

const { window } = new JSDOM('');
globalThis.window = window;
globalThis.document = window.document;
const { default: mermaid } = await import('mermaid');

let read = 0;
let wrong = 0;
for (const file of process.argv.slice(2)) {
  const text = fs.readFileSync(file, 'utf8');
  const charts = file.endsWith('.md') ? [...text.matchAll(/```mermaid\n([^]*?)```/g)].map((m) => m[1]) : [text];
  for (const chart of charts) {
    read++;
    try {
      const { diagramType } = await mermaid.parse(chart);
      if (diagramType !== 'sequence') throw new Error(`it is a diagram of type ${diagramType}`);
    } catch (error) {
      wrong++;
      console.log(`${file}: ${error}`);
    }
  }
}
console.log(`${read} diagrams, ${wrong} wrong`);
process.exit(read > 0 && wrong === 0 ? 0 : 1);
