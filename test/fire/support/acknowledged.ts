import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '../../fixtures/client.ts';

/** A value whose last writes may or may not have been acknowledged before kills. */
export class Value<T> {
  #acknowledged: T;
  /** Written since the last acknowledgment; several if a value was not compared between kills. */
  #sent: T[] = [];

  constructor(value: T) {
    this.#acknowledged = value;
  }

  get now(): T {
    return this.#acknowledged;
  }

  /** Whether a write is on its way or was lost. */
  get isUncertain(): boolean {
    return this.#sent.length > 0;
  }

  /** Writes; `send` rejects if no acknowledgment arrived. */
  async write(value: T, send: () => Promise<void>): Promise<void> {
    this.#sent.push(value);
    await send();
    this.#acknowledged = value;
    this.#sent = [];
  }

  /** Compares with the stored value after a restart, which any unacknowledged write may have reached. */
  settle(stored: T): string | undefined {
    if (stored !== this.#acknowledged && !this.#sent.includes(stored))
      return `is ${JSON.stringify(stored)}, acknowledged as ${JSON.stringify(this.now)}, sent ${JSON.stringify(this.#sent)}`;
    this.#acknowledged = stored;
    this.#sent = [];
    return undefined;
  }
}

export interface KnownFile {
  path: string;
  sha: string;
  state: Value<'stored' | 'gone'>;
}

export interface KnownVideo {
  jobId: string;
  file: KnownFile;
  state: Value<'kept' | 'deleted'>;
  name: Value<string>;
  description: Value<string | null>;
  /** Content of the first finding, which corrections change; undefined until it is known. */
  firstFinding: Value<string> | undefined;
  /** An analysis that was acknowledged, and has not been seen to end. */
  isStarted: boolean;
  /** Whether the last acknowledged analysis was reported as complete. */
  isCompleted: boolean;
  /** Number of findings of that analysis, once they have been read. */
  findings: number | undefined;
}

/** Everything that a server has acknowledged, to be compared with it after each restart. */
export class Acknowledged {
  readonly files: KnownFile[] = [];
  readonly videos: KnownVideo[] = [];
  readonly projects = new Map<string, Value<string>>();
  readonly brandWords = new Value('');
  readonly embeddings = new Value('bundled');
  readonly losses: string[] = [];
  checks = 0;

  get kept(): KnownVideo[] {
    return this.videos.filter((video) => video.state.now === 'kept');
  }

  /** Reports a difference as a loss. */
  check(what: string, difference: string | false | undefined): void {
    this.checks++;
    if (difference) this.lose(`${what} ${difference}`);
  }

  lose(loss: string): void {
    console.log(loss);
    this.losses.push(loss);
  }

  /** Compares with a restarted server. @param sampled videos whose findings and files are read as well */
  async compare(client: Client, dataFolder: string, sampled: ReadonlySet<KnownVideo>): Promise<void> {
    const { body: list } = await client.get('/videos');
    const stored = new Map<string, { name: string; description: string | null; status: string }>(
      list.map((video: { job_id: string }) => [video.job_id, video]),
    );
    for (const video of this.videos) {
      const found = stored.get(video.jobId);
      this.check(`video ${video.jobId}`, video.state.settle(found ? 'kept' : 'deleted'));
      if (!found) continue;
      this.check(`name of ${video.jobId}`, video.name.settle(found.name));
      this.check(`description of ${video.jobId}`, video.description.settle(found.description));
      if (video.isStarted) this.check(`start of ${video.jobId}`, found.status === 'uploaded' && 'is forgotten');
      if (video.isCompleted)
        this.check(`end of ${video.jobId}`, found.status !== 'completed' && `is ${found.status}, was completed`);
      if (sampled.has(video)) await this.#compareFindings(client, video);
    }
    await this.#compareFiles(client, dataFolder, sampled);
    const { body: projects } = await client.get('/projects');
    for (const [id, name] of this.projects) {
      const project = projects.find((candidate: { id: string }) => candidate.id === id);
      this.check(`project ${id}`, project ? name.settle(project.name) : 'is missing');
    }
    const { body: words } = await client.get('/settings/brand-words');
    this.check('brand words', this.brandWords.settle(words.words.join()));
    const { body: options } = await client.get('/models/settings');
    this.check('embedding engine', this.embeddings.settle(options.embedding_engine));
  }

  async #compareFindings(client: Client, video: KnownVideo): Promise<void> {
    if (!video.isCompleted || video.findings === undefined) return;
    const { body } = await client.get(`/results/job/${video.jobId}`);
    const count = body.segments.length;
    this.check(`findings of ${video.jobId}`, count !== video.findings && `are ${count}, were ${video.findings}`);
    if (video.firstFinding)
      this.check(`correction in ${video.jobId}`, video.firstFinding.settle(body.segments[0]?.content));
  }

  async #compareFiles(client: Client, dataFolder: string, sampled: ReadonlySet<KnownVideo>): Promise<void> {
    const { body } = await client.get('/storage/files');
    const stored = new Set(body.files.map((file: { file_path: string }) => file.file_path));
    const used = new Set([...sampled].map((video) => video.file));
    const recent = new Set(this.files.slice(-2));
    for (const file of this.files) {
      this.check(`file ${file.path}`, file.state.settle(stored.has(file.path) ? 'stored' : 'gone'));
      if (file.state.now === 'stored' && (used.has(file) || recent.has(file)))
        this.check(`bytes of ${file.path}`, (await shaOf(dataFolder, file.path)) !== file.sha && 'have changed');
    }
  }
}

export const hash = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

const shaOf = async (dataFolder: string, path: string): Promise<string> =>
  hash(await readFile(join(dataFolder, 'storage', path)));
