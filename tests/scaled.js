/* The frequencies of scaled rotary embeddings, in plain doubles, as the papers and the common code have them. */

/** {frequencies, attentionFactor} of a rotary width. @param {number} dim @param {object} options as ropeFrequencies */
export function scaled(dim, {base, scaling: s = {}, contextLength = 0, maxPositions, originalMaxPositions}) {
  s ??= {};
  const type = {su: 'longrope', mrope: 'default'}[s.rope_type ?? s.type] ?? s.rope_type ?? s.type ?? 'default', theta = base ?? s.rope_theta ?? 1e4;
  const pairs = dim / 2, of = b => Array.from({length: pairs}, (_, i) => b ** (-2 * i / dim)), plain = of(theta);
  const most = s.max_position_embeddings ?? maxPositions, trained = s.original_max_position_embeddings ?? originalMaxPositions ?? most;
  const answer = (frequencies, attentionFactor = 1) => ({frequencies: Float64Array.from(frequencies), attentionFactor});
  const clamp = x => Math.min(1, Math.max(0, x)), blend = (t, w) => t * w / s.factor + (1 - t) * w;
  if (type === 'linear') return answer(plain.map(w => w / s.factor));
  if (type === 'ntk' || type === 'dynamic') {
    const length = most ?? trained, alpha = s.alpha ?? (type === 'ntk' ? s.factor : s.factor * Math.max(contextLength, length) / length - (s.factor - 1));
    return answer(pairs > 1 ? of(theta * alpha ** (dim / (dim - 2))) : plain);
  }
  if (type === 'llama3') return answer(plain.map(w => blend(1 - clamp((w * trained / (2 * Math.PI) - s.low_freq_factor) / (s.high_freq_factor - s.low_freq_factor)), w)));
  if (type === 'yarn') {
    const index = turns => dim * Math.log(trained / (turns * 2 * Math.PI)) / (2 * Math.log(theta)), whole = s.truncate ?? true;
    const low = index(s.beta_fast ?? 32), high = index(s.beta_slow ?? 1);
    const from = Math.max(whole ? Math.floor(low) : low, 0), to = Math.min(whole ? Math.ceil(high) : high, dim - 1);
    const magnitude = (m = 1) => s.factor > 1 ? 0.1 * m * Math.log(s.factor) + 1 : 1;
    const factor = s.attention_factor ?? (s.mscale && s.mscale_all_dim ? magnitude(s.mscale) / magnitude(s.mscale_all_dim) : magnitude());
    return answer(plain.map((w, i) => blend(clamp((i - from) / (to === from ? 0.001 : to - from)), w)), factor);
  }
  if (type === 'longrope') {
    const long = contextLength > trained, list = s[long ? 'long_factor' : 'short_factor'], ratio = s.factor ?? (most === undefined ? 1 : most / trained);
    return answer(plain.map((w, i) => w / list[i]), s[long ? 'long_mscale' : 'short_mscale'] ?? s.attention_factor ?? (ratio > 1 ? Math.sqrt(1 + Math.log(ratio) / Math.log(trained)) : 1));
  }
  if (type === 'proportional') return answer(plain.map((w, i) => i < Math.floor((s.partial_rotary_factor ?? 1) * dim / 2) ? w / (s.factor ?? 1) : 0));
  if (type !== 'default') throw new RangeError(`no such type: ${type}`);
  return answer(plain);
}
