import type { LocalizedText } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { CatalogEntry, CatalogFile } from './entry.ts';

const sha256 = (path: string, bytes: number, hex: string): CatalogFile => ({
  path,
  bytes,
  hash: { algorithm: 'sha256', hex },
});

const entry = (
  model: Pick<CatalogEntry, 'id' | 'name' | 'languages' | 'license' | 'repository' | 'revision' | 'files'>,
  note: LocalizedText,
): CatalogEntry => ({
  ...model,
  task: 'text-image',
  engine: 'transformers.js',
  memoryBytes: null,
  publishedAt: `https://huggingface.co/${model.repository}`,
  note,
});

/**
 * Models that embed pictures and words in the same space. Checksums of weights and tokenizers are the hub's Git LFS
 * object ids (SHA-256); those, and the ones of configurations, were compared with independent projects that pin the
 * same files. The network for pictures is in full precision, which runs faster on processors and loses less than 8
 * bits; the one for words is in 8 bits.
 */
export const TEXT_IMAGE_MODELS: readonly CatalogEntry[] = [
  entry(
    {
      id: 'siglip2-base-patch16-224',
      name: 'SigLIP 2 base',
      languages: 'multilingual',
      license: 'Apache-2.0',
      repository: 'onnx-community/siglip2-base-patch16-224-ONNX',
      revision: 'ba1f3b0843f24bc5417d38e19c37b287d719b2f4',
      files: [
        sha256('config.json', 435, 'e43a9f7692d3819886a82cb2097048258d444f123c67d37ec825f9345b019cf2'),
        sha256('preprocessor_config.json', 394, '9b36b57ebaf20f09bf4c22100ccc21877ea6bfe5aead0c00c59f8af8ccefacfc'),
        sha256('tokenizer_config.json', 47_240, '7c3a247599e741bceba1a3fe0285aea88d1044dc1fad2caa1e48cdd9fd25f630'),
        sha256('tokenizer.json', 34_363_039, 'cb9140fae3ac5122c972d37adf83e1248471a38147ad76f8215c8872c6fd8322'),
        sha256(
          'onnx/vision_model.onnx',
          371_807_752,
          'c0573e3f4140c3a7c4e9cc5912bd6b26a033b46a6a8e8af26cbea262b163bcad',
        ),
        sha256(
          'onnx/text_model_int8.onnx',
          283_438_275,
          '3a0603d3a00c05a80a6ded4743c16aaac7b1e62cdcc7e362e7ce418659b96400',
        ),
      ],
    },
    sentence('model-note.text-image-languages'),
  ),
  entry(
    {
      id: 'clip-vit-base-patch32',
      name: 'CLIP ViT-B/32',
      languages: ['en'],
      license: 'MIT',
      repository: 'Xenova/clip-vit-base-patch32',
      revision: 'd15189d7028b43f1d3e65039190477f6af591c2a',
      files: [
        sha256('config.json', 4_524, '493ef57ff783e42d1530c91b53469b7fdf8db8a9c1408e86998fcb7899a4f495'),
        sha256('preprocessor_config.json', 520, '6f638fb9401a6d6296feff533ee7efe657b787c49f954f82f5906b36ef2a1b1f'),
        sha256('tokenizer_config.json', 775, '60ba2912bc6344c94bc16bbdec27fa1209409167b6f2fdf3cfe9e65462ea3967'),
        sha256('tokenizer.json', 2_224_119, 'f7f3b7af117d467b58374797691a6438d3e6b9e9cef800dfd5dced7f697a90cd'),
        sha256(
          'onnx/vision_model.onnx',
          351_685_709,
          'fd6e1402a588279d1723c7534d4bcba5bc0b14b47dfab0e46f8c47b8270d7d40',
        ),
        sha256(
          'onnx/text_model_quantized.onnx',
          64_504_507,
          '73baab855d406190da9faa498cfedf65f15cf309f4cc7385b7b032e6d08e5c3a',
        ),
      ],
    },
    sentence('model-note.text-image-english'),
  ),
];
