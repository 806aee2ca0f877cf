// A path or template that cannot be read: the column (from 1) in its text, what is wrong there, and what would be right.
export class SyntaxFault extends Error {
  readonly column: number;
  constructor(column: number, message: string) {
    super(message);
    this.name = 'SyntaxFault';
    this.column = column;
  }
}
