/*
 * Lists the architectures of llama.cpp by the rotation that their weights in a GGUF file need. It
 * also says how their layers differ. Source: src/llama-model.cpp (llama_model_rope_type),
 * src/llama-arch.cpp and src/models/ of llama.cpp. The converter permutes the weights of some
 * models. Their layout then differs from that of the files on the Hugging Face hub.
 */

/** Returns names that are separated by white space. @param {string} text */
const names = (text) => text.trim().split(/\s+/);

/** Pairs of neighbouring elements ("norm"). */
export const INTERLEAVED = names(`
  llama llada llama4 deci baichuan internlm2 minicpm xverse command-r cohere2 cohere2moe
  olmo arctic deepseek deepseek2 deepseek2-ocr deepseek32 deepseek4 plm chatglm granite granitemoe
  granitehybrid graniteswitch chameleon bailingmoe neo-bert smollm3 arcee ernie4_5 ernie4_5-moe
  mistral3 eagle3 mistral4 llama-embed maincoder glm-dsa glm4 nanbeige`);

/** Pairs whose elements are half of the rotary dimension apart ("neox"). */
export const HALF = names(`
  falcon falcon-h1 grok dbrx jina-bert-v3 modern-bert nomic-bert nomic-bert-moe eurobert stablelm
  bitnet qwen qwen2 dream qwen2moe qwen3 qwen3moe llada-moe rnd1 olmo2 olmoe phi2 phi3 phimoe plamo
  plamo2 plamo3 gemma gemma2 gemma3 gemma3n gemma4 gemma4-assistant gemma-embedding starcoder2
  openelm gptneox codeshell orion nemotron exaone exaone4 exaone-moe minicpm3 bailingmoe2 dots1
  hunyuan-moe jais2 gpt-oss hunyuan-dense hy_v3 lfm2 lfm2moe smallthinker seed_oss grovemoe apertus
  minimax-m2 minimax-m3 cogvlm pangu-embedded afmoe laguna qwen3next mimo2 step35 talkie mellum
  glm4moe hunyuan_vl dflash`);

/**
 * Pairs as in HALF, with a section of pairs for each axis of images. The sections follow each other
 * in SECTIONED, and are interleaved in INTERLEAVED_SECTIONS.
 */
export const SECTIONED = names('qwen2vl paddleocr');
export const INTERLEAVED_SECTIONS = names('qwen3vl qwen3vlmoe qwen35 qwen35moe qwen3tts');

/** Architectures without rope, by their scheme. */
export const OTHERS = /** @type {const} */ ({
  learned: names('gpt2 bert starcoder'),
  alibi: names('mpt refact bloom jina-bert-v2 jais'),
  t5: names('t5 t5encoder'),
  none: names('mamba mamba2 rwkv6 rwkv6qwen2 rwkv7 arwkv7'),
  nope: names('jamba nemotron_h nemotron_h_moe kimi-linear'),
});

/** The base of layers with windows, in models where these layers have a base of their own. */
const WINDOW_BASE = 10000;

/** The rule for architectures whose layers with windows have their own base, and no scaling. */
const OWN_BASE = /** @type {const} */ ({ windowBase: WINDOW_BASE, plainWindows: true });

/**
 * How the layers of an architecture differ. The file may say another period, or list the layers
 * that have a window.
 * @typedef {object} LayerRule
 * @property {number} [period] one of this many layers attends to everything, and the other layers
 *   have a window
 * @property {true} [fullFirst] the layer that attends to everything is the first of each period;
 *   otherwise it is the last
 * @property {number} [onlyWith] no layer has a window unless the model has this many layers
 * @property {number} [windowBase] the base of layers with a window, unless the file says another
 *   base. Without this property, they have the same base as the other layers
 * @property {true} [plainWindows] layers with a window have no scaling
 * @property {true} [bothWays] the window reaches as far ahead as back, and the file gives its whole
 *   width
 * @property {number} [chunk] layers attend within chunks of this many tokens instead of windows
 * @property {'where full' | 'every fourth'} [nope] which layers do not rotate. 'where full': layers
 *   without a window, if other layers have one; 'every fourth': the last of every four layers
 * @property {true} [denseRotate] the first layers, which have no experts, rotate in any case
 * @property {{beta: number, floor: number}} [temperature] the temperature of layers that do not
 *   rotate
 * @property {number} [attentionEvery] one of this many layers has attention, unless the file says
 *   another number
 * @property {true} [halfWhereFull] layers without a window rotate half of the rotary dimensions
 * @property {true} [rotatesLast] the last dimensions of a head rotate
 */

export const LAYERS = new Map(
  Object.entries(
    /** @type {Record<string, LayerRule>} */ ({
      afmoe: { period: 4, nope: 'every fourth' },
      cohere2: { period: 4, nope: 'where full' },
      // Files of cohere2moe list the layers that have a window.
      cohere2moe: { fullFirst: true, nope: 'where full', denseRotate: true },
      deepseek4: { rotatesLast: true },
      exaone4: { period: 4, onlyWith: 64, nope: 'where full' },
      'exaone-moe': { period: 4, nope: 'where full' },
      gemma2: { period: 2 },
      gemma3: { period: 6, ...OWN_BASE },
      gemma3n: { period: 5, ...OWN_BASE },
      gemma4: OWN_BASE,
      'gemma4-assistant': OWN_BASE,
      'gemma-embedding': { period: 6, bothWays: true, ...OWN_BASE },
      'gpt-oss': { period: 2 },
      laguna: { period: 4, fullFirst: true, plainWindows: true },
      llama4: {
        period: 4,
        chunk: 8192,
        nope: 'every fourth',
        temperature: { beta: 0.1, floor: 8192 },
      },
      mellum: { plainWindows: true },
      mimo2: OWN_BASE,
      'modern-bert': { period: 3, fullFirst: true, bothWays: true, ...OWN_BASE },
      olmo2: { period: 4, plainWindows: true },
      plamo3: { period: 8, ...OWN_BASE },
      qwen35: { attentionEvery: 4 },
      qwen35moe: { attentionEvery: 4 },
      qwen3next: { attentionEvery: 4 },
      smallthinker: { period: 4, fullFirst: true, nope: 'where full' },
      smollm3: { nope: 'every fourth' },
      step35: { halfWhereFull: true, ...OWN_BASE },
    }),
  ),
);
