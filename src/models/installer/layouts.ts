/**
 * Weight files of Hugging Face models in order of preference (quantized ones are smaller and faster on CPUs), with the
 * corresponding `dtype` of transformers.js.
 */
export const SENTENCE_WEIGHTS = [
  ['onnx/model_quantized.onnx', 'q8'],
  ['onnx/model.onnx', 'fp32'],
  ['onnx/model_int8.onnx', 'int8'],
  ['onnx/model_uint8.onnx', 'uint8'],
  ['onnx/model_fp16.onnx', 'fp16'],
] as const;

/** Whisper with its two networks; a decoder with the cache branches merged. */
export const WHISPER_WEIGHTS = [
  { encoder: 'onnx/encoder_model_quantized.onnx', decoder: 'onnx/decoder_model_merged_quantized.onnx' },
  { encoder: 'onnx/encoder_model_int8.onnx', decoder: 'onnx/decoder_model_merged_int8.onnx' },
  { encoder: 'onnx/encoder_model_uint8.onnx', decoder: 'onnx/decoder_model_merged_uint8.onnx' },
  { encoder: 'onnx/encoder_model.onnx', decoder: 'onnx/decoder_model_merged.onnx' },
] as const;

export const CAPTION_WEIGHTS = [
  { encoder: 'onnx/encoder_model_quantized.onnx', decoder: 'onnx/decoder_model_merged_quantized.onnx', dtype: 'q8' },
  { encoder: 'onnx/encoder_model.onnx', decoder: 'onnx/decoder_model_merged.onnx', dtype: 'fp32' },
] as const;

/**
 * Speaker embeddings, with the family of the network, which the path in the installed folder identifies.
 */
export const SPEAKER_EMBEDDING_WEIGHTS = [
  { path: 'voxceleb_resnet34_LM.onnx', kind: 'wespeaker' },
  { path: 'onnx/wespeaker.onnx', kind: 'wespeaker' },
  { path: 'onnx/resemblyzer.onnx', kind: 'resemblyzer' },
] as const;

export const SPEAKER_SEGMENTATION_WEIGHTS = ['onnx/model.onnx', 'model.onnx'] as const;

/**
 * Networks of text-image models. For pictures, full precision comes first: 8 bits are slower on processors and lose
 * more there; for words, 8 bits come first.
 */
export const VISION_TOWER_WEIGHTS = [
  ['onnx/vision_model.onnx', 'fp32'],
  ['onnx/vision_model_fp16.onnx', 'fp16'],
  ['onnx/vision_model_quantized.onnx', 'q8'],
  ['onnx/vision_model_int8.onnx', 'int8'],
  ['onnx/vision_model_uint8.onnx', 'uint8'],
] as const;
export const TEXT_TOWER_WEIGHTS = [
  ['onnx/text_model_quantized.onnx', 'q8'],
  ['onnx/text_model_int8.onnx', 'int8'],
  ['onnx/text_model.onnx', 'fp32'],
  ['onnx/text_model_fp16.onnx', 'fp16'],
  ['onnx/text_model_uint8.onnx', 'uint8'],
] as const;
