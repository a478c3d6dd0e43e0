import { createHmac, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import * as fs from 'node:fs/promises';
import type { SecretStore } from '../hosting/host.ts';
import { secretKey } from '../hosting/sealer.ts';

/**
 * First bytes of a seal, which follows the last page of the database. SQLite ignores it: the header states the number
 * of pages.
 */
const MARK = Buffer.from('reelscope-seal-1');
const MAC_BYTES = 32;
const SEAL_BYTES = MARK.length + MAC_BYTES;

/** Bytes read at a time. */
const CHUNK_BYTES = 1 << 20;

export type BackupSeal = Awaited<ReturnType<typeof openBackupSeal>>;

/**
 * Marks backups as made by this installation: a MAC of the file, with a key from the secret store, is added to its end.
 */
export async function openBackupSeal(secrets: SecretStore) {
  const key = await secretKey(secrets, 'backup-seal-key');

  /** MAC of the first bytes of a file. */
  const macOf = async (file: string, bytes: number): Promise<Buffer> => {
    const hmac = createHmac('sha256', key);
    if (bytes > 0)
      for await (const chunk of createReadStream(file, { end: bytes - 1, highWaterMark: CHUNK_BYTES }))
        hmac.update(chunk);
    return hmac.digest();
  };

  return {
    /** Seals a complete database that no program has open, durably. Replaces a seal that is there. */
    async seal(file: string): Promise<void> {
      await removeSeal(file);
      const { size } = await fs.stat(file);
      const mac = await macOf(file, size);
      const handle = await fs.open(file, 'a');
      try {
        await handle.write(Buffer.concat([MARK, mac]));
        await handle.sync();
      } finally {
        await handle.close();
      }
    },

    /** Whether this installation sealed a file, which has not changed since. */
    async isSealed(file: string): Promise<boolean> {
      const mac = await readSeal(file);
      if (!mac) return false;
      const { size } = await fs.stat(file);
      return timingSafeEqual(mac, await macOf(file, size - SEAL_BYTES));
    },
  };
}

/** Removes a seal, whoever made it. */
export async function removeSeal(file: string): Promise<void> {
  if (!(await readSeal(file))) return;
  const { size } = await fs.stat(file);
  await fs.truncate(file, size - SEAL_BYTES);
}

/** The MAC at the end of a file; undefined without a seal. */
async function readSeal(file: string): Promise<Buffer | undefined> {
  const handle = await fs.open(file, 'r');
  try {
    const { size } = await handle.stat();
    if (size < SEAL_BYTES) return undefined;
    const { buffer } = await handle.read(Buffer.alloc(SEAL_BYTES), 0, SEAL_BYTES, size - SEAL_BYTES);
    return buffer.subarray(0, MARK.length).equals(MARK) ? buffer.subarray(MARK.length) : undefined;
  } finally {
    await handle.close();
  }
}
