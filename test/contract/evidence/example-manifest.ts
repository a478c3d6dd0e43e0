import type { Manifest, ManifestVideo } from '../../../src/contract/evidence/manifest.ts';

/** A manifest of one video. */
export function exampleManifest(video: Partial<ManifestVideo> = {}): Manifest {
  return {
    kind: 'reelscope-manifest',
    version: 1,
    product: 'Reelscope 1.0.0',
    created_at: '2026-03-01T12:00:00.000',
    time_zone: 'Europe/Berlin',
    key: 'f'.repeat(64),
    videos: [
      {
        job_id: '0',
        name: 'clip.mp4',
        original_name: 'IMG_1.MOV',
        size: 1234,
        sha256: 'c'.repeat(64),
        duration: 9,
        recording: {
          captured: { time: '2024-05-01T12:34:56', zone: '+02:00', tag: 'com.apple.quicktime.creationdate' },
          camera: { make: 'Apple', model: 'iPhone 15' },
          place: { latitude: 48.1374, longitude: 11.5755, altitude: null, text: '+48.1374+011.5755/' },
          tags: {},
          has_timed_metadata: false,
        },
        engines: [{ module: 'ocr', engine: 'pp-ocrv4@1', findings: 3 }],
        corrections: { edited: 1, removed: 0, added: 1 },
        history: { entries: 4, head: 'd'.repeat(64), is_intact: true },
        ...video,
      },
    ],
  };
}
