/*
 * Lists the architectures of llama.cpp by the rotation that their weights in a GGUF file need.
 * Source: src/llama-model.cpp (llama_model_rope_type) and src/llama-arch.cpp of llama.cpp. The
 * converter permutes the weights of some models. Their layout then differs from that of the files
 * on the Hugging Face hub.
 */

/** Returns names that are separated by white space. @param {string} text */
const names = (text) => text.trim().split(/\s+/);

/** Pairs of neighbouring elements ("norm"). */
export const INTERLEAVED = names(`
  llama llada llama4 deci baichuan internlm2 minicpm xverse command-r cohere2 cohere2moe
  olmo arctic deepseek deepseek2 deepseek2-ocr deepseek32 deepseek4 plm chatglm granite granitemoe
  granitehybrid graniteswitch chameleon bailingmoe neo-bert smollm3 arcee ernie4_5 ernie4_5-moe
  mistral3 eagle3 mistral4 llama-embed maincoder glm-dsa glm4`);

/** Pairs whose elements are half of the rotary dimension apart ("neox"). */
export const HALF = names(`
  falcon falcon-h1 grok dbrx jina-bert-v3 modern-bert nomic-bert nomic-bert-moe eurobert stablelm
  bitnet qwen qwen2 dream qwen2moe qwen3 qwen3moe llada-moe rnd1 olmo2 olmoe phi2 phi3 phimoe plamo
  plamo2 plamo3 gemma gemma2 gemma3 gemma3n gemma4 gemma4-assistant gemma-embedding starcoder2
  openelm gptneox codeshell orion nemotron exaone exaone4 exaone-moe minicpm3 bailingmoe2 dots1
  hunyuan-moe jais2 gpt-oss hunyuan-dense hy_v3 lfm2 lfm2moe smallthinker seed_oss grovemoe apertus
  minimax-m2 minimax-m3 cogvlm pangu-embedded afmoe laguna qwen3next mimo2 step35 talkie mellum
  glm4moe hunyuan_vl`);

/** Pairs as in HALF, for images. The sections of the axes follow each other, or are interleaved. */
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

/** These models have ALiBi although the file has no field for it. */
export const ALWAYS_EIGHT = names('refact bloom jina-bert-v2 jais');
