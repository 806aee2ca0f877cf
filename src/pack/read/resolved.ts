// A pack on its way to one document: its value so far, and for every part the file and place that it came from. It merges nothing.
import { dirname } from 'node:path';
import type { Members } from '../../contract/json.ts';
import type { PackFinding, ReportFinding } from '../finding.ts';
import type { FilePosition, PlacePart } from './positions.ts';
import type { SourceDocument } from './read-document.ts';

interface Origin {
  source: SourceDocument;
  pointer: string;
}

export class Resolved {
  readonly findings: PackFinding[] = [];
  /** Every part could be read and has its shape. */
  shaped = true;
  readonly #origins = new Map<string, Origin>();

  constructor(
    readonly value: Members,
    source: SourceDocument,
  ) {
    this.#origins.set('', { source, pointer: '' });
  }

  /** Says that the value at pointer came from there. */
  mount(pointer: string, origin: Origin): void {
    this.#origins.set(pointer, origin);
  }

  /** Where a pointer of the resolved pack is written. */
  origin(pointer: string): Origin {
    for (let head = pointer; ; head = head.slice(0, head.lastIndexOf('/'))) {
      const found = this.#origins.get(head);
      if (found) return { source: found.source, pointer: found.pointer + pointer.slice(head.length) };
    }
  }

  /** The file, line and column of a pointer of the resolved pack. */
  readonly place = (pointer: string, part?: PlacePart): FilePosition => {
    const { source, pointer: there } = this.origin(pointer);
    return source.place(there, part);
  };

  readonly report: ReportFinding = (pointer, code, text, more) => {
    const { source, pointer: place } = this.origin(pointer);
    this.findings.push(source.finding(place, code, text, more));
  };

  /** The same, and nothing of what comes from a pack that this one extends. */
  readonly reportOwn: ReportFinding = (pointer, ...said) => {
    if (dirname(this.origin(pointer).source.file) === dirname(this.origin('').source.file)) this.report(pointer, ...said);
  };

  /** Reports at pointers of one of its files. */
  reportIn(source: SourceDocument): ReportFinding {
    return (pointer, code, text, more) => {
      this.findings.push(source.finding(pointer, code, text, more));
    };
  }
}
