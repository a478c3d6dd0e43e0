import { env } from 'onnxruntime-node';

/** Version of the loaded ONNX Runtime. */
export function onnxRuntimeVersion(): string {
  return env.versions.node ?? env.versions.common;
}
