import type { ObjectLabel } from './object-labels.ts';

/** Labels that belong together. */
interface LabelGroup {
  key: string;
  labels: readonly ObjectLabel[];
  /** Name of the group in a query; null if `sees:` does not know it. */
  word: { en: string; de: string } | null;
  /** Further words for it, separated by spaces. */
  words: string;
}

/** The 80 labels of the bundled detector in groups; each is in one. */
export const OBJECT_GROUPS = [
  { key: 'people', labels: ['person'], word: null, words: '' },
  {
    key: 'vehicles',
    labels: ['bicycle', 'car', 'motorcycle', 'airplane', 'bus', 'train', 'truck', 'boat'],
    word: { en: 'vehicle', de: 'Fahrzeug' },
    words: 'traffic fahrzeuge verkehr',
  },
  {
    key: 'animals',
    labels: ['bird', 'cat', 'dog', 'horse', 'sheep', 'cow', 'elephant', 'bear', 'zebra', 'giraffe'],
    word: { en: 'animal', de: 'Tier' },
    words: 'tiere tieren',
  },
  {
    key: 'street',
    labels: ['traffic light', 'fire hydrant', 'stop sign', 'parking meter'],
    word: null,
    words: '',
  },
  {
    key: 'furniture',
    labels: ['chair', 'couch', 'bed', 'dining table', 'bench'],
    word: { en: 'furniture', de: 'Möbel' },
    words: '',
  },
  {
    key: 'food',
    labels: ['banana', 'apple', 'sandwich', 'orange', 'broccoli', 'carrot', 'hot dog', 'pizza', 'donut', 'cake'],
    word: { en: 'food', de: 'Essen' },
    words: 'lebensmittel',
  },
  {
    key: 'tableware',
    labels: ['bottle', 'wine glass', 'cup', 'fork', 'knife', 'spoon', 'bowl'],
    word: { en: 'tableware', de: 'Geschirr' },
    words: '',
  },
  {
    key: 'appliances',
    labels: ['microwave', 'oven', 'toaster', 'sink', 'refrigerator'],
    word: { en: 'appliance', de: 'Haushaltsgerät' },
    words: 'haushaltsgeräte',
  },
  {
    key: 'electronics',
    labels: ['tv', 'laptop', 'mouse', 'remote', 'keyboard', 'cell phone'],
    word: { en: 'electronics', de: 'Elektronik' },
    words: '',
  },
  { key: 'worn', labels: ['backpack', 'umbrella', 'handbag', 'tie', 'suitcase'], word: null, words: '' },
  {
    key: 'sports',
    labels: [
      'frisbee',
      'skis',
      'snowboard',
      'sports ball',
      'kite',
      'baseball bat',
      'baseball glove',
      'skateboard',
      'surfboard',
      'tennis racket',
    ],
    word: null,
    words: '',
  },
  {
    key: 'household',
    labels: ['potted plant', 'toilet', 'book', 'clock', 'vase', 'scissors', 'teddy bear', 'hair drier', 'toothbrush'],
    word: null,
    words: '',
  },
] as const satisfies readonly LabelGroup[];
