import type { Packet } from 'node-av/lib';

/** One stream being decoded: takes its packets, feeds the consumers. */
export interface Track {
  readonly streamIndex: number;
  readonly endTime: number;
  readonly units: number;
  readonly damaged: number;
  /** Decodes a packet (null at the end). A returned promise must settle before the next packet. */
  feed(packet: Packet | null): Promise<void> | undefined;
  close(): void;
}
