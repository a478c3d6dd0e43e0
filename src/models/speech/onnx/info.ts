import { createRequire } from 'node:module';
import type { EngineInfo } from '../../engine.ts';

/** Engine id of findings from a model in ONNX form. Loads no native code. */
export function onnxEngineInfo(id: string): EngineInfo {
  const { version } = createRequire(import.meta.url)('onnxruntime-node/package.json') as { version: string };
  return { id, version: `onnxruntime-${version}-cpu` };
}
