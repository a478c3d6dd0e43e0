/**
 * Files of weights that models of the Hugging Face kind may have, in the order in which they are preferred (the quantized
 * ones are smaller and made for processors), and the word by which transformers.js asks for them.
 */
export const SENTENCE_WEIGHTS = [
  ['onnx/model_quantized.onnx', 'q8'],
  ['onnx/model.onnx', 'fp32'],
  ['onnx/model_int8.onnx', 'int8'],
  ['onnx/model_uint8.onnx', 'uint8'],
  ['onnx/model_fp16.onnx', 'fp16'],
] as const;

export const CAPTION_WEIGHTS = [
  { encoder: 'onnx/encoder_model_quantized.onnx', decoder: 'onnx/decoder_model_merged_quantized.onnx', dtype: 'q8' },
  { encoder: 'onnx/encoder_model.onnx', decoder: 'onnx/decoder_model_merged.onnx', dtype: 'fp32' },
] as const;
