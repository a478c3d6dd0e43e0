export { convnetToOnnx, pointFirst } from './convnet-to-onnx.ts';
export { type GraphModel, readGraphModel, type Weight } from './graph-model.ts';
export { type OnnxNode, type OnnxTensor, writeOnnx } from './onnx-writer.ts';
export { packageFile } from './package-file.ts';
export { readWeightList } from './weight-list.ts';
