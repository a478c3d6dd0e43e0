export { convnetToOnnx } from './convnet-to-onnx.ts';
export { type GraphModel, readGraphModel } from './graph-model.ts';

export { packageFile } from './package-file.ts';
