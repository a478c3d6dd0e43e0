import { onnxRuntime } from './onnx-runtime/load.ts';

/** Version of the loaded ONNX Runtime. @throws Error when it can't be loaded */
export function onnxRuntimeVersion(): string {
  const { versions } = onnxRuntime().env;
  return versions.node ?? versions.common;
}
