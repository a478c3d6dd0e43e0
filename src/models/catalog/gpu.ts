import { dictionary } from '../../base/dictionary.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { CatalogEntry } from './entry.ts';

/** Version of whisper.cpp's builds; the build for the processor is installed with the application. */
const VERSION = '1.1.1';
/** Id of the build for GPUs. It has the version, since a build of another one does not fit the application. */
export const VULKAN_BUILD = `whisper.cpp-vulkan-${VERSION}`;

/**
 * Packed sizes and SHA-256 of the packages. The registry publishes SHA-512 (`dist.integrity`), which was compared when
 * these were computed.
 */
const PACKAGES: Readonly<Record<string, { bytes: number; sha256: string }>> = dictionary({
  'linux-x64': { bytes: 16_211_166, sha256: 'e24aefd9b73a067002582880bb4f9509283531faaf603eafbb75ea022d2b9fab' },
  'linux-arm64': { bytes: 16_053_027, sha256: '593301c897609de30025f3a20aaec59b12b94ccdbce4887e1061ea030b8a100d' },
  'win32-x64': { bytes: 11_885_108, sha256: '83f96dea537ca1d159e7d249253afa5fbd8d06df632772519de3919ca53609df' },
  'win32-arm64': { bytes: 11_754_381, sha256: '9f9ddb9e358f9ad30f0e3c6a535dcbd2f3278175d03e91e3539b61fe2e6d3922' },
});

/**
 * Builds of whisper.cpp for the GPUs of a computer. None on macOS, where the installed build supports Metal. The builds
 * for CUDA are not offered: they need the CUDA 12 toolkit and NCCL, and Vulkan drives the same GPUs with their driver
 * alone.
 * @param computer platform and architecture of Node, such as `linux-x64`
 */
export function gpuBuilds(computer: string): CatalogEntry[] {
  const build = PACKAGES[computer];
  if (!build) return [];
  const name = `node-whisper-${computer}-vulkan`;
  return [
    {
      id: VULKAN_BUILD,
      name: 'Vulkan',
      task: 'speech-acceleration',
      engine: 'whisper.cpp',
      languages: 'multilingual',
      license: 'MIT',
      repository: `@fugood/${name}`,
      revision: VERSION,
      packed: { registry: 'https://registry.npmjs.org', member: 'package/index.node' },
      files: [
        {
          path: `${name}-${VERSION}.tgz`,
          bytes: build.bytes,
          hash: { algorithm: 'sha256', hex: build.sha256 },
        },
      ],
      memoryBytes: null,
      publishedAt: `https://www.npmjs.com/package/@fugood/${name}`,
      note: sentence('model-note.gpu'),
    },
  ];
}
