import { createRequire } from 'node:module';

// Not `require`: electron-vite declares that name in each file with such a call, and no worker would start.
const requireHere = createRequire(import.meta.url);

/**
 * ONNX Runtime, loaded at the first call. Where it has no build (Intel Macs) or its system libraries are missing
 * (Windows without the Visual C++ runtime), importing it would end the worker, and with it the modules that do without
 * it.
 * @throws Error of the module loader
 */
export function onnxRuntime(): typeof import('onnxruntime-node') {
  return requireHere('onnxruntime-node') as typeof import('onnxruntime-node');
}
