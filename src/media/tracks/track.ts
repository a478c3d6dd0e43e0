import type { Packet } from 'node-av/lib';

/** Decoder of one stream that feeds the consumers of a media pass. */
export interface Track {
  readonly streamIndex: number;
  /** Seconds at which the last decoded frame ends. */
  readonly endTime: number;
  /** Number of decoded frames. */
  readonly units: number;
  /** Number of packets and frames that could not be decoded. */
  readonly damaged: number;
  /** Decodes a packet (null at the end). A returned promise must settle before the next packet. */
  feed(packet: Packet | null): Promise<void> | undefined;
  close(): void;
}
