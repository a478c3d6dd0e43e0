/** One step of the database's history. Frozen once released: change the schema by adding the next one. */
export interface Migration {
  /** Position in the history, from 1, without gaps. */
  readonly id: number;
  readonly name: string;
  /** Statements, run in one transaction. */
  readonly sql: string;
}
