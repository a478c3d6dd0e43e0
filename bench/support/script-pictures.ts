import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { Script } from '../../src/models/accents/index.ts';
import { decode, type TextPicture } from './text-pictures.ts';

/** Texts in a script, with the languages for whose fonts the machine is asked and the fonts in which they are drawn. */
interface ScriptTexts {
  language: string;
  fonts: readonly string[];
  slides: readonly (readonly string[])[];
}

const TEXTS: Record<Script, ScriptTexts> = {
  Cyrillic: {
    language: 'ru',
    fonts: ['DejaVu Sans', 'DejaVu Serif', 'Noto Sans Mono'],
    slides: [
      ['Новости дня', 'Министр экономики заявил', 'Москва и Санкт-Петербург', 'Погода на завтра'],
      ['Україна сьогодні', 'Новини столиці', 'Ранкова програма', 'Погода на завтра'],
      ['България и Сърбия', 'Добър вечер', 'Времето утре', 'Новини от столицата'],
    ],
  },
  Greek: {
    language: 'el',
    fonts: ['DejaVu Sans', 'DejaVu Serif', 'Noto Sans Mono'],
    slides: [
      ['Καλημέρα Ελλάδα', 'Ειδήσεις της ημέρας', 'Ο πρωθυπουργός δήλωσε', 'Ο καιρός αύριο'],
      ['Θεσσαλονίκη και Αθήνα', 'Η πόλη και η θάλασσα', 'Τιμές και αγορές', 'ΠΡΟΣΟΧΗ ΚΙΝΔΥΝΟΣ'],
    ],
  },
  Arabic: {
    language: 'ar',
    fonts: ['DejaVu Sans'],
    slides: [
      ['أخبار اليوم', 'مرحبا بكم في القاهرة', 'قال وزير الاقتصاد', 'الطقس غدا'],
      ['صباح الخير يا عالم', 'المدينة الكبيرة', 'افتتاح المعرض الجديد', 'انتبه خطر'],
    ],
  },
  Hebrew: {
    language: 'he',
    fonts: ['DejaVu Sans'],
    slides: [
      ['חדשות היום', 'ברוכים הבאים לירושלים', 'מזג האוויר מחר', 'בוקר טוב'],
      ['שר האוצר אמר', 'פתיחת התערוכה החדשה', 'העיר הגדולה', 'לילה טוב'],
    ],
  },
  Devanagari: {
    language: 'hi',
    fonts: ['Noto Sans Devanagari', 'Noto Serif Devanagari'],
    slides: [
      ['आज के समाचार', 'नमस्ते भारत', 'मौसम कल साफ रहेगा', 'प्रधानमंत्री ने कहा'],
      ['दिल्ली और मुंबई', 'नई प्रदर्शनी', 'शुभ प्रभात', 'खतरा सावधान'],
    ],
  },
  Korean: {
    language: 'ko',
    fonts: ['Droid Sans Fallback', 'Noto Sans CJK KR'],
    slides: [
      ['오늘의 뉴스', '안녕하세요 서울', '경제부 장관 발표', '내일 날씨 맑음'],
      ['새로운 전시회', '부산과 대구', '좋은 아침입니다', '위험 주의'],
    ],
  },
  Japanese: {
    language: 'ja',
    fonts: ['Droid Sans Fallback', 'Noto Sans CJK JP'],
    slides: [
      ['今日のニュース', 'こんにちは東京', '明日の天気は晴れ', 'ようこそ日本へ'],
      ['ありがとうございます', '新しい展覧会が始まる', 'おはようございます', 'さようなら'],
    ],
  },
};

/** A slide in a script. */
export type ScriptPicture = Omit<TextPicture, 'kind'> & { script: Script };

/** Slides in other scripts, and the scripts for which this machine has no font. */
export async function scriptPictures(): Promise<{ pictures: ScriptPicture[]; missing: Script[] }> {
  const pictures: ScriptPicture[] = [];
  const missing: Script[] = [];
  for (const [script, { language, fonts, slides }] of Object.entries(TEXTS) as [Script, ScriptTexts][]) {
    const installed = await fontsFor(language);
    const usable = fonts.filter((font) => installed.includes(font));
    if (usable.length === 0) missing.push(script);
    for (const [i, texts] of slides.entries()) {
      for (const [n, font] of usable.entries()) pictures.push(await draw(script, texts, font, i + n));
    }
  }
  return { pictures, missing };
}

async function fontsFor(language: string): Promise<string> {
  const { stdout } = await promisify(execFile)('fc-list', [`:lang=${language}`, 'family']).catch(() => ({
    stdout: '',
  }));
  return stdout;
}

async function draw(script: Script, texts: readonly string[], font: string, i: number): Promise<ScriptPicture> {
  const [paper, ink] = i % 2 ? ['#10243e', '#f2f2f2'] : ['#f4efe4', '#26323f'];
  const size = [40, 32, 28][i % 3]!;
  const lines = texts.map((text, n) => `<text x="90" y="${150 + n * size * 2.2}">${text}</text>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720"><rect width="1280" height="720"
    fill="${paper}"/><g font-family="${font}" font-size="${size}" fill="${ink}">${lines.join('')}</g></svg>`;
  return { script, image: await decode(sharp(Buffer.from(svg))), words: texts.flatMap((text) => text.split(' ')) };
}
