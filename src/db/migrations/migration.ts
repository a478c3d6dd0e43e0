/** One migration step. Frozen once released: change the schema by adding another one. */
export interface Migration {
  /** Version, from 1, without gaps. */
  readonly id: number;
  readonly name: string;
  /** Statements, run in one transaction. */
  readonly sql: string;
}
