/** 库的检查结果和说明。{} 表示一个值。 */
export const findings = {
  'all elements': '所有元素',
  'all elements that were read': '读到的所有元素',
  'all but {} of the elements': '除 {} 个以外的所有元素',
  '{} of the elements': '其中 {} 的元素',
  'neighbours, 2i and 2i + 1': '相邻的 2i 和 2i + 1',
  'neighbours in the weights, and in two halves after the rotation':
    '在权重中相邻，旋转后分在前后两半',
  'i and i + {}': 'i 和 i + {}',
  'a table [length, dim] or a bias [heads, queries, keys]':
    '位置表 [length, dim] 或偏置 [heads, queries, keys]',
  'pairs and elements': '维度对和元素',
  pairs: '维度对',
  columns: '列',
  'positions {} to {}': '位置 {} 到 {}',
  'position {}': '位置 {}',
  'the given positions': '给定的位置',
  half: '对半配对（half）',
  interleaved: '相邻配对（interleaved）',
  concatenated: '前后拼接（concatenated）',
  'In every head, values fall as the distance grows.': '每个头的值都随距离增大而减小。',
  'In every head, values rise as the distance grows.': '每个头的值都随距离增大而增大。',
  'No head has values that only fall, or only rise, as the distance grows.':
    '没有一个头的值随距离增大而一直减小或一直增大。',
  'As the distance grows, values only fall in {} of {} heads, and only rise in {}.':
    '随着距离增大，值一直减小的头：{}（共 {} 个头）；值一直增大的头：{}。',
  'Before query {}, keys at the same distance have the same value; later, they do not.':
    '在查询 {} 之前，距离相同的键值相同；之后就不再相同。',
  'From query {} on, the nearest and the farthest key keep their values, as in FIRE.':
    '从查询 {} 起，最近和最远的键的值保持不变，FIRE 就是这样。',
  'Farther keys have a larger bias: its sign is flipped.': '越远的键，偏置越大：符号反了。',
  'The slopes follow no rule: they may be learned.': '斜率不合任何规则：可能是学来的。',
  'Distances are larger by {}.': '距离多了 {}。',
  'Distances are smaller by {}.': '距离少了 {}。',
  'Distances are larger by {}. Softmax ignores the difference.':
    '距离都大了 {}。对 softmax 没有影响。',
  'Distances are smaller by {}. Softmax ignores the difference.':
    '距离都小了 {}。对 softmax 没有影响。',
  'Only the first {} heads have a bias.': '只有前 {} 个头有偏置。',
  'The paper has other slopes for {} heads: {} is no power of two.':
    '{} 个头时，论文用的是别的斜率，因为 {} 不是 2 的幂。',
  'The slopes are in the reverse order of heads.': '斜率按头的相反顺序排列。',
  'Slopes are off by one: heads are counted from 0, not from 1.':
    '斜率错了一位：头从 0 数起，本该从 1 数起。',
  'Slopes are off by one: heads are counted from 2, not from 1.':
    '斜率错了一位：头从 2 数起，本该从 1 数起。',
  'The slopes begin again at head {}: they are those of {} heads.':
    '斜率从第 {} 个头起又从头开始：它们是 {} 个头的斜率。',
  'The slopes are those of the rule times {}.': '斜率是按规则算出的 {} 倍。',
  '{} or {} numbers': '{} 或 {} 个数',
  'a function': '函数',
  'a divisor of {}, the length of a': 'a 的长度（{}）的因数',
  'a divisor of dim, {}': 'dim（{}）的因数',
  'an even number if layout is given': '偶数（因为给了 layout）',
  'an architecture of llama.cpp': 'llama.cpp 的架构',
  'Scores are not divided by sqrt(headDim).': '得分不除以 sqrt(headDim)。',
  'The weights of the file want the rotation "{}" of llama.cpp.':
    '文件里的权重要求 llama.cpp 的“{}”旋转。',
  'The temperature at position p is what attentionTemperature gives for p - 1.':
    '位置 p 的温度，是 attentionTemperature 对 p - 1 给出的值。',
  'The conversion to GGUF permutes the weights of Llama. Its weights from Hugging Face want "half".':
    '转换成 GGUF 时，Llama 的权重会重新排列。Hugging Face 上的权重要求对半配对（half）。',
  'The last {} of {} dimensions rotate.': '{1} 维中的最后 {0} 维旋转。',
  '{} of {} dimensions rotate.': '{1} 维中有 {0} 维旋转。',
  'The factors of longrope are tensors: rope_factors_long and rope_factors_short.':
    'longrope 的除数是张量：rope_factors_long 和 rope_factors_short。',
  'a known type': '已知的类型',
  'Frequencies are divided by the factors in rope_freqs. They are those of llama3, with factor {}.':
    '频率要除以 rope_freqs 中的因子。这些因子就是 factor 为 {} 的 llama3 的因子。',
  'Frequencies are divided by the factors in rope_freqs, which follow no formula.':
    '频率要除以 rope_freqs 中的因子，这些因子不符合任何公式。',
  'Scores are multiplied by (1 + {} ln {})^2, and cosines are not scaled.':
    '得分乘以 (1 + {} ln {})^2，余弦不缩放。',
  'The error grows with the row.': '误差随行号增大。',
  'The error grows with the row, as it does if frequencies differ.':
    '误差随行号增大，像是频率不同。',
  'The error grows with the row, as with angles in {}.': '误差随行号增大，像是角度是用 {} 算出的。',
  'From row to row, pairs turn by wrong angles, as they do if frequencies differ.':
    '从一行到下一行，各对转过的角度不对，像是频率不同。',
  'Each pair is turned by the same angle in every row: are positions shifted?':
    '每一对在所有行中都多转了同一个角度：位置是不是错开了？',
  'Elements are rounded to {}.': '元素已舍入到 {}。',
  'The keys are in the reverse order.': '键的顺序反了。',
  'The sign of all values is flipped.': '所有值的符号都反了。',
  'Each row differs by a constant of its own. Softmax ignores the difference.':
    '每一行各差一个常数。对 softmax 没有影响。',
  'The first {} keys are masked for all queries, as padding is.':
    '前 {} 个键对所有查询都遮住了，和填充一样。',
  'Keys at a distance of {} and more are masked.': '距离 {} 及以上的键都遮住了。',
  'Masked keys have {}, not -Infinity.': '遮住的键是 {}，不是 -Infinity。',
  'All elements are {}, which changes nothing.': '所有元素都是 {}，什么也不改变。',
  'No element is a finite number.': '没有一个元素是有限的数。',
  'Distances are counted from the first key. Softmax ignores the difference.':
    '距离从第一个键算起。这点差别不影响 softmax。',
  'Distances are counted from the last key. Softmax ignores the difference.':
    '距离从最后一个键算起。这点差别不影响 softmax。',
  'Keys have all but {} of the {} buckets.': '{1} 个桶中，除 {0} 个以外都有键。',
  'Keys after their query have the opposite sign.': '查询之后的键，符号相反。',
  'Keys after their query have no bias.': '查询之后的键没有偏置。',
  "All values lie between 0 and 16, as those of Swin V2's network do.":
    '所有值都在 0 和 16 之间，和 Swin V2 的网络给出的一样。',
  'No formula explains the values: they may be learned.': '没有公式能解释这些值：可能是学来的。',
  'Keys at the same distance have the same value.': '距离相同的键，值也相同。',
  'From the distance {} on, all values are equal.': '从距离 {} 起，所有值都相等。',
  'A single query does not show whether the bias depends only on distance.':
    '只有一个查询，看不出偏置是否只由距离决定。',
  'Only {} of the elements have the value that is usual at their distance.':
    '只有 {} 的元素，值和同一距离上通常的值一样。',
  'No formula explains this bias.': '没有公式能解释这个偏置。',
  'Nothing rotates: both arrays are equal.': '没有任何旋转：两个数组相等。',
  'All elements are NaN in one of the arrays.': '有一个数组的元素全是 NaN。',
  '{} of {} elements are NaN. All others are equal in both arrays.':
    '{1} 个元素中有 {0} 个是 NaN，其余元素在两个数组中相等。',
  'No rotation explains these arrays.': '没有旋转能解释这两个数组。',
  'the result of describeModel(config), not config itself':
    'describeModel(config) 的结果，而不是配置本身',
  'at least 1 row': '至少 1 行',
  'a divisor of {}, the number of rows': '行数（{}）的因数',
  'All elements are multiplied by {}.': '所有元素都乘以 {}。',
  'Frequencies are scaled: {}.': '频率经过缩放：{}。',
  'All values contain the attention factor {}.': '所有值都含有注意力系数 {}。',
  'Positions begin at {}.': '位置从 {} 开始。',
  'Positions count by {}.': '位置每次加 {}。',
  'No formula explains this table: it may be learned.': '没有公式能解释这张表：可能是学来的。',
  'The nearest formula, {}, explains {} % of the elements.':
    '最接近的公式是 {}，能解释 {}% 的元素。',
  'The elements have the mean {} and the standard deviation {}.': '元素的均值是 {}，标准差是 {}。',
  'Neighbouring rows are alike: their cosine is about {}.': '相邻的行很像：余弦约为 {}。',
  'No formula explains this vector.': '没有公式能解释这个向量。',
  'Most weights on Hugging Face want "half". Those of GPT-J, Cohere and GLM-4 want "interleaved".':
    'Hugging Face 上的权重大多要用 half 布局，GPT-J、Cohere 和 GLM-4 的权重要用 interleaved 布局。',
  'Weights of Llama 1 to 3 from Hugging Face want "half"; those from Meta or in GGUF files want "interleaved".':
    'Llama 1 到 3 的权重若来自 Hugging Face，要用 half 布局；若来自 Meta 或 GGUF 文件，则用 interleaved 布局。',
  'The layout is {}, not {}.': '布局是 {}，不是 {}。',
  'In {}, a pair is {}; in {}, it is {}.': '{} 布局的配对方式：{}；{} 布局的配对方式：{}。',
  'If queries and keys both have this layout, no score changes.':
    '如果查询和键都用这种布局，分数不会改变。',
  '{} elements are NaN in both arrays, which does not show that they agree.':
    '{} 个元素在两个数组中都是 NaN：这说明不了它们一致。',
  'All elements are equal.': '所有元素都相等。',
  'The elements of {} are rounded to {}.': '{} 的元素舍入到了 {}。',
  'One element stands out: in row {}, column {}, the error is {} times the second largest.':
    '有一个元素特别突出：第 {} 行、第 {} 列，是第二大误差的 {} 倍。',
  'All elements agree within their tolerances.': '所有元素都在各自的容差之内一致。',
  'All elements agree within {} ulps of {}, or {}.':
    '所有元素都相符，误差不超过 {} ulp（{}）或 {}。',
  'All elements agree within {} ulps of {}.': '所有元素都相符，误差不超过 {} ulp（{}）。',
  'Row r of a is row r {} {} of b.': 'a 的第 r 行是 b 的第 r {} {} 行。',
  'a has the interleaved layout, and b has the half layout.':
    'a 用的是相邻配对（interleaved），b 用的是对半配对（half）。',
  'a has the half layout, and b has the interleaved layout.':
    'a 用的是对半配对（half），b 用的是相邻配对（interleaved）。',
  'a is b with the opposite sign.': 'a 等于 b，但符号相反。',
  'a is b times {}.': 'a 是 b 的 {} 倍。',
  'Some elements have the opposite sign: is one array rotated backwards?':
    '有些元素符号相反：是不是有一个数组转反了？',
  'Some elements of one array are not finite.': '有一个数组里，有些元素不是有限数。',
  'Only pair {} differs.': '只有维度对 {} 不符。',
  'Only column {} differs.': '只有第 {} 列不符。',
  'Only {} of {} pairs differ: {}.': '{1} 个维度对中只有 {0} 个不符：{2}。',
  'Only {} of {} columns differ: {}.': '{1} 列中只有 {0} 列不符：{2}。',
  'Only row {} differs.': '只有第 {} 行不符。',
  'From row {} on, rows differ, but not row {}: are positions rounded to {}?':
    '从第 {} 行起有行不一致，但第 {} 行一致：位置是不是舍入成了 {}？',
  'Only {} of {} rows differ: {}.': '{1} 行中只有 {0} 行不符：{2}。',
  'All rows from row {} on differ.': '从第 {} 行起，所有的行都不符。',
  'For a single row, a scaling is tried only if it is given.': '只有一行时，只会尝试给定的缩放。',
  'Values rotate: rope is for queries and keys only.': '值也旋转了：rope 只用于查询和键。',
  'Every angle is doubled: is rope applied twice?': '每个角度都加倍了：rope 是不是用了两次？',
  'Positions count down.': '位置倒着数。',
  'The {} factors of longrope are in use.': '用的是 longrope 的 {} 除数。',
  'The rotation goes back: its sines have the opposite sign.': '旋转方向相反：正弦的符号反了。',
  'The factor belongs to no scaling that was found.': '这个系数不属于找到的任何缩放。',
  'Angles have the errors of float32.': '角度带有 float32 的误差。',
  'They move elements by up to {}. Compute angles in float64, and take off whole turns before you round them.':
    '元素因此最多偏差 {}。请用 float64 计算角度，并在舍入之前减去整圈。',
  'A pair is i and i + {}, not i and i + {}: the halves are those of the head.':
    '一对是 i 和 i + {}，而不是 i 和 i + {}：这里按整个头分成了两半。',
  'Heads have {} elements, not {}.': '每个头有 {} 个元素，而不是 {} 个。',
  '{} dimensions rotate, not {}.': '旋转的是 {} 维，不是 {} 维。',
  'The first element that rotates is {}, not {}.': '第一个旋转的元素是 {}，不是 {}。',
  'The attention factor is {}, not {}.': '注意力系数是 {}，不是 {}。',
  'The attention factor is applied twice.': '注意力因子乘了两次。',
  'Pair {} turns by {} for each position, not by {}.': '第 {} 对每个位置转 {}，而不是 {}。',
  'The array is divided by sqrt(headDim), as scores are.':
    '数组除以了 sqrt(headDim)，而这本来是对分数做的。',
  'For {} positions, dynamic scaling wants the base {}, not {}.':
    '共 {} 个位置时，dynamic 缩放要求底数是 {}，而不是 {}。',
  'Exponents are divided by {}, not by {}.': '指数除以的是 {}，不是 {}。',
  'The base (rope_theta) is {}, not {}.': '底数（rope_theta）是 {}，不是 {}。',
  'Angles are multiplied by pi / 180, as if they were degrees.':
    '角度乘了 pi / 180，好像它们是度数一样。',
  'Exponents begin at the second pair: each pair has the frequency of the next one.':
    '指数从第二对算起：每一对都用了下一对的频率。',
  'All rows have the position {}.': '所有行的位置都是 {}。',
  'Positions are {} too small: is the length of the cache left out?':
    '位置都小了 {}：是不是漏加了缓存的长度？',
  'Positions are {} too large: does padding count?': '位置都大了 {}：是不是把填充也数进去了？',
  'Positions are {} too large: does a cache count twice?':
    '位置都大了 {}：是不是把缓存的长度加了两次？',
  'The position is {}.': '位置是 {}。',
  'The position is {}, not {}, or the sines have the opposite sign.':
    '位置是 {}，不是 {}；也可能是正弦的符号反了。',
  'The position is {}, not {}: is the length of the cache left out?':
    '位置是 {}，不是 {}：是不是漏加了缓存的长度？',
  'The position is {}, not {}.': '位置是 {}，不是 {}。',
  'Both arrays are equal: the position is 0, or nothing rotates.':
    '两个数组相等：要么位置是 0，要么没有任何旋转。',
  'Both arrays are equal, as they must be at position 0. So they do not show the layout or the base.':
    '两个数组相等，位置 0 正该如此，但看不出配对方式和底数。',
  'Both arrays are equal: the position is 0, not {}, or nothing rotates.':
    '两个数组相等：要么位置是 0 而不是 {}，要么没有任何旋转。',
  'All pairs turn as they should, but elements that should not rotate are changed.':
    '所有对都转得对，但不该旋转的元素变了。',
  'Only head {} of {} differs.': '只有第 {} 个头（共 {} 个）不一致。',
  'Only {} of {} heads differ: {}.': '只有部分头不一致，{} 个（共 {} 个）：{}。',
  'All pairs turn as they should, but not all keep their length: are rows normalised?':
    '所有对都转得对，但并非都保持长度：是不是做了归一化？',
  'Each pair turns evenly from row to row, but the frequencies follow no known formula.':
    '每一对都逐行均匀地转动，但这些频率不符合任何已知公式。',
  'Only pair {} of {} turns differently.': '只有第 {} 对（共 {} 对）转得不同。',
  'Only {} of {} pairs turn differently: {}.': '只有部分对转得不同，{} 对（共 {} 对）：{}。',
  'Positions are rounded to {}: row {} has the position {}, not {}.':
    '位置被舍入成 {}：第 {} 行的位置是 {}，不是 {}。',
  'Positions begin at {} again every {} rows: are these sequences?':
    '位置重新从 {} 开始，每 {} 行一次：这些是不是多个序列？',
  '{} more rows have other positions.': '还有 {} 行的位置也不对。',
  '{} sequences have the positions of the one before: they may be heads.':
    '{} 个序列的位置与前一个序列相同：它们可能是各个头。',
  'Rows are counted through all sequences.': '行号跨所有序列连续计数。',
  'Row {} has the position {}, not {}.': '第 {} 行的位置是 {}，不是 {}。',
  'Rows {} to {} all have the position {}.': '第 {} 行到第 {} 行的位置都是 {}。',
  'Rows {} to {} have twice their positions: are they rotated twice?':
    '第 {} 行到第 {} 行的位置都翻了一倍：是不是旋转了两次？',
  'Positions begin at {} again in row {}: is the length of the cache left out?':
    '位置又从 {} 开始，在第 {} 行：是不是漏加了缓存的长度？',
  'Positions of rows {} to {} are {} too small.': '第 {} 行到第 {} 行的位置小了 {}。',
  'Positions of rows {} to {} are {} too large: does padding count?':
    '第 {} 行到第 {} 行的位置大了 {}：是不是把填充也数进去了？',
  'Positions of rows {} to {} are {} too large.': '第 {} 行到第 {} 行的位置大了 {}。',
  'If queries and keys of a sequence shift alike, no score changes.':
    '如果一个序列的查询和键移动得一样多，任何得分都不变。',
  'The frequencies are not scaled; the model wants {}.': '频率没有缩放，而模型要的是 {}。',
  'Only the first {} of {} pairs turn.': '只有前 {} 对转动（共 {} 对）。',
  'The frequencies have the scaling {}; the model wants none.': '频率有 {} 缩放，而模型不要缩放。',
  'The frequencies have the scaling {}; the model wants {}.': '频率有 {} 缩放，而模型要的是 {}。',
  'The borders of the ramp are rounded to whole pairs; the model wants truncate: false.':
    '斜坡的边界舍入成了整数对；模型要求 truncate: false。',
  'The borders of the ramp are not rounded to whole pairs (floor, ceil).':
    '斜坡的边界没有舍入成整数对（floor、ceil）。',
  'The {} of the scaling is {}, not {}.': '缩放的 {} 是 {}，不是 {}。',
  'Rows before the grid: {}, all of them zero.': '网格之前有 {} 行，都是零。',
  'Rows before the grid: {}.': '网格之前有 {} 行。',
  'The columns of the grid row come first.': '表示网格行号的列排在前面。',
  'The columns of the grid column come first.': '表示网格列号的列排在前面。',
  'Sine and cosine have changed places.': '正弦和余弦对调了位置。',
  'A sine and its cosine have different frequencies.': '同一对的正弦和余弦，频率不同。',
  'Exponents are divided by dim - 2.': '指数除以了 dim - 2。',
  'The config turns ALiBi off, but Transformers 5 adds it.':
    '配置关闭了 ALiBi，但 Transformers 5 仍会加上。',
  'The bias has bfloat16 slopes, and is added before scores are divided by sqrt(headDim).':
    '偏置用 bfloat16 的斜率算出，在得分除以 sqrt(headDim) 之前加上。',
  'Distances skip padding.': '算距离时跳过填充。',
  'Each layer has bias weights of its own.': '每一层都有自己的偏置权重。',
  'Positions come from gridPositions, in rows and columns of patches.':
    '位置来自 gridPositions，按图块的行和列。',
  'The class token has three further biases.': '分类词元另有三个偏置。',
  'Scores are divided by sqrt({} headDim).': '得分除以 sqrt({} headDim)。',
  'Of the two terms c2p and p2c, there is only {}.': 'c2p 和 p2c 两项中只有 {}。',
  'There is neither of the two terms, c2p and p2c.': 'c2p 和 p2c 两项都没有。',
  'Learned rows are added to the embeddings as well.': '嵌入还加上可学习的行。',
  'The stages have {} heads.': '各阶段的头数是 {}。',
  'Every other layer shifts its windows by half.': '每隔一层，窗口移动半个窗宽。',
  'Pairs are (2i, 2i + 1).': '维度对是 (2i, 2i + 1)。',
  'The last {} dimensions of a head rotate; all heads share one such key.':
    '每个头的最后 {} 维旋转；键的这一部分由所有头共用。',
  'The attention factor multiplies cosines and sines.': '余弦和正弦都乘以注意力系数。',
  'The softmax scale has a factor (0.1 mscale_all_dim ln(factor) + 1)^2.':
    'softmax 的缩放还要乘以 (0.1 mscale_all_dim ln(factor) + 1)^2。',
  'Transformers 5 ignores the key type in rope_scaling.':
    'Transformers 5 忽略 rope_scaling 里的 type。',
  'Transformers 5 ignores the key truncate in the object of a kind of layers.':
    '某种层的对象里的 truncate，Transformers 5 会忽略。',
  'Beyond {} positions all keys take long_factor.': '超过 {} 个位置，所有的键都用 long_factor。',
  'The base grows; cached keys keep an older one.': '底数会变大；已缓存的键仍用旧的底数。',
  'Each token has three positions, for time, height and width; mropePositions computes them.':
    '每个词元有时间、高度、宽度三个位置，由 mropePositions 计算。',
  'Transformers 5 ignores rope_theta in attn_config.':
    'Transformers 5 忽略 attn_config 里的 rope_theta。',
  'Transformers 5 ignores rotary_dim.': 'Transformers 5 忽略 rotary_dim。',
  'Most layers are block-sparse (dense_attention_every_n_layers).':
    '大多数层是块稀疏的（dense_attention_every_n_layers）。',
  'An indexer chooses the tokens to which a token attends.':
    '每个词元看哪些词元，由索引器（indexer）选定。',
  'Pairs rotate by the negative angle.': '维度对反方向旋转（角度取负）。',
  'Only the first head rotates.': '只有第一个头旋转。',
  'Transformers always takes short_factor.': 'Transformers 总是用 short_factor。',
  'Windows of even width have one token fewer before the query than after it.':
    '宽度为偶数的窗口，查询之前比之后少一个词元。',
  'Windows of the encoder are half as wide.': '编码器的窗口只有一半宽。',
  'Transformers 5 rotates all dimensions.': 'Transformers 5 旋转所有维度。',
  'Layers without positions attend to an image. Without one, they are skipped.':
    '没有位置的层看图像。没有图像，就跳过这些层。',
  'Layers without plain windows also attend to compressed tokens.':
    '不是普通窗口的层，还看压缩后的词元。',
  'Rows and columns take turns in the pairs. The last 20 pairs turn with time.':
    '维度对轮流用于行和列。最后 20 个维度对随时间旋转。',
  'Transformers 5 no longer counts frames of videos.': 'Transformers 5 不再数视频的帧。',
  'Each half of a head rotates on its own.': '每个头的两半各自旋转。',
  'Coordinates are of the kind dinov3. Only patches rotate.':
    '坐标是 dinov3 那一种。只有图块旋转。',
  'Rows and columns take turns in the pairs.': '维度对轮流用于行和列。',
  'Layers have fewer key heads where num_key_value_heads_per_layer says so.':
    '在 num_key_value_heads_per_layer 指定的层里，键的头较少。',
  'The angles of columns have a further factor base^(-2 / headDim).':
    '列的角度还要乘以 base^(-2 / headDim)。',
  'The table is sinusoidal, in the concatenated layout.':
    '这是正弦表，排列方式：前后拼接（concatenated）。',
  'The table is sinusoidal, in the interleaved layout.':
    '这是正弦表，排列方式：相邻配对（interleaved）。',
  'A projection of the input makes the biases.': '偏置由输入投影得到。',
  'Sinusoidal rows are added to the embeddings as well.': '嵌入还加上正弦表的行。',
  'Values take relative rows, too.': '值也加上表示相对位置的行。',
  'For keys after the query, the largest distance is right_max_position_embeddings.':
    '对查询之后的键，距离最大是 right_max_position_embeddings。',
  'Gates that depend on the query multiply the bias.': '偏置要乘以门控值，门控值取决于查询。',
  'Biases depend on distances in the text and on the page.':
    '偏置取决于文本中的距离和页面上的距离。',
  'Distances count within blocks of context_size.': '距离只在 context_size 大小的块内计算。',
  'The encoder adds sinusoidal rows, in the fairseq layout.':
    '编码器加上正弦的行，布局是 fairseq。',
  'Each row joins one row of each of two shorter tables (axial_pos_shape).':
    '每一行由两张较短的表中各一行拼成（axial_pos_shape）。',
  'Layers called local in attention_types attend to 256 tokens (window_size).':
    'attention_types 中标为 local 的层，只看 256 个词元（window_size）。',
  'The encoder has a table of its own.': '编码器有自己的表。',
  'Positions are hashed into rows.': '位置经过哈希，对应到表的行。',
  'Cosines come before sines.': '余弦排在正弦前面。',
  'Each layer adds biases with num_buckets buckets.': '每一层都加上偏置，分 num_buckets 个桶。',
  'A Fourier transform takes the place of attention.': '用傅里叶变换代替注意力。',
  'A T5 bias with 32 buckets is added to scores.': '得分加上 T5 的偏置，分 32 个桶。',
  'Tokens attend to near, random and global tokens.': '词元看近处的、随机的和全局的词元。',
  'Tokens attend to near and global tokens.': '词元看近处的和全局的词元。',
  'Rows of the grid are frequencies.': '网格的行是频率。',
  'A patch gets one vector for its row and one for its column.':
    '每个图块得到两个向量：一个表示行，一个表示列。',
  'A second table is for frames.': '另一张表用于视频帧。',
  'Tiles add gated rows of their own.': '每个图像分块（tile）另加自己的行，带门控。',
  'Detection tokens have the last rows.': '表的最后几行属于检测词元。',
  'Rows come from sinusoidal2d with order mae. Transformers 5 has the axes the other way round.':
    '表的行来自 sinusoidal2d，order 是 mae。Transformers 5 的两个轴正好对调。',
  'A second table repeats in each window.': '另一张表在每个窗口里重复。',
  'Rows are centred and scaled.': '表的各行经过中心化和缩放。',
  'One half of each vector is for the row, one for the column.': '每个向量一半表示行，一半表示列。',
  'One half of each vector is for the row, one for the column, in units of 2 pi.':
    '每个向量一半表示行，一半表示列，以 2π 为单位。',
  'Scores get biases from relative rows and columns.': '得分加上偏置，偏置由相对的行和列决定。',
  'Read as llama, with pairs in halves and the defaults of Llama: the type is not known.':
    '不认识这个类型，所以按 llama 的格式读取，并假定是对半配对（half），缺少的字段取 Llama 的默认值。',
  'The table is learned, or random.': '这张表是学出来的，或者是随机的。',
  'Transposed: positions are the columns.': '表转置了：列才是位置。',
  'Positions begin at 1.': '位置从 1 开始。',
  'Angles are treated as degrees.': '角度按度计算，而不是按弧度。',
  '10000 squared: is the exponent doubled?': '底数是 10000 的平方：指数是不是多乘了 2？',
  'The root of 10000: is the exponent halved?': '底数是 10000 的平方根：指数是不是多除了 2？',
  "These are the indices of T5's buckets. The formula explains {}.":
    '这是 T5 桶的编号。公式解释了{}。',
  'Query {} differs first, at key {}: expected {}, got {}.':
    '最先不符的是查询 {} 的键 {}：应为 {}，实际是 {}。',
  'Head {} of a is head {} of b: are key heads tiled instead of repeated?':
    'a 的第 {} 个头是 b 的第 {} 个头：键的各个头是不是整组平铺了（tile），而没有逐个重复（repeat）？',
  'Index {} of axis {} in a is index {} in b: are heads in another order?':
    'a 中轴 {1} 上的第 {0} 项是 b 中的第 {2} 项：头的顺序是不是不一样？',
  'The formula ends between rows {} and {}.': '公式在第 {} 行与第 {} 行之间失效。',
  '{} sections (mrope_section) in the config': '配置里的 {} 个分段（mrope_section）',
  'heads of {} elements, as in {}': '{1} 那样每个头 {0} 个元素',
  'The rows have the positions 0, 1, 2 and so on, as in text.':
    '各行的位置是 0、1、2……，就像文本那样。',
  'heads of {} or {} elements, as in {}': '{2} 那样每个头 {0} 或 {1} 个元素',
  'Other layers want another rotation.': '其他层要求另一种旋转。',
  'Axis {} or axis {} may have the heads: the result holds if axis {} is the sequence.':
    '轴 {} 和轴 {} 都可能是头：若轴 {} 是序列，这个结论才成立。',
  'No axis has as many elements as {} has heads: the result holds if axis {} is the sequence.':
    '没有一个轴的元素数等于 {} 的头数：若轴 {} 是序列，这个结论才成立。',
  'The array agrees only if axis {} of [{}] is the sequence: is it rotated along the heads?':
    '只有把轴 {}（形状 [{}]）当作序列时才一致：是不是沿着头旋转了？',
  'In {}, queries have {} heads, and keys have {}.': '按 {}，查询有 {} 个头，键有 {} 个头。',
  'The array was compared with the layers that fit it best, such as layer {}.':
    '与它最符合的层作了比较，例如第 {} 层。',
  'This is what the layers with a sliding window want, such as layer {}.':
    '这正是滑动窗口层要求的，例如第 {} 层。',
  'Layer {} has a sliding window.': '第 {} 层用滑动窗口。',
  'This is what the layers with chunks want, such as layer {}.':
    '这正是分块注意力层要求的，例如第 {} 层。',
  'Layer {} has chunks.': '第 {} 层用分块注意力。',
  'This is what the layers with full attention want, such as layer {}.':
    '这正是全注意力层要求的，例如第 {} 层。',
  'Layer {} has full attention.': '第 {} 层用全注意力。',
  'This is what the layers without positions want, such as layer {}.':
    '这正是没有位置编码的层要求的，例如第 {} 层。',
  'Layer {} has no positions: nothing should rotate in it.':
    '第 {} 层没有位置编码：其中什么都不该旋转。',
  'This is what some layers want, such as layer {}.': '这正是某些层要求的，例如第 {} 层。',
  'Layer {} is of another kind.': '第 {} 层是另一种层。',
  '{} of {} elements are not what {} and the learned table give.':
    '{} 个元素（共 {} 个）与 {} 和可学习的表给出的值不同。',
  'By its name, it belongs to the {}.': '从名字看，它属于 {}。',
  'Nothing tells which part it belongs to: name the file encoder or decoder.':
    '看不出它属于哪一部分：请在文件名里写上 encoder 或 decoder。',
  'This is what {} wants.': '这正是 {} 要求的。',
  'This is right for the encoder. In the decoder, {} is {}.':
    '对编码器，这是对的。在解码器中，{} 是 {}。',
  'This is right for the decoder. In the encoder, {} is {}.':
    '对解码器，这是对的。在编码器中，{} 是 {}。',
  '{} wants {}. No formula explains this tensor.': '{} 要求的是 {}。没有公式能解释这个张量。',
  '{} wants {}, but this tensor is {}.': '{} 要求的是 {}，这个张量却是 {}。',
  'Row {} is zero, but {} wants no row of zeros.': '第 {} 行是零，但 {} 不要求有全零的行。',
  'The value of {} is {}, not {}.': '{} 是 {}，不是 {}。',
  '{} wants {} frequencies, and this vector has {}.': '{} 要求 {} 个频率，这个向量有 {} 个。',
  'Frequency {} is {}, not {}.': '频率 {} 是 {}，不是 {}。',
  'The bias has {} heads, not {}.': '偏置有 {} 个头，而不是 {} 个。',
  'The slope of head {} is {}, not {}.': '头 {} 的斜率是 {}，而不是 {}。',
  '{} of {} slopes differ: that of head {} is {}, not {}.':
    '{1} 个斜率中有 {0} 个不同：头 {2} 的斜率是 {3}，不是 {4}。',
  'In the encoder, keys after their query have buckets of their own: bidirectional is true.':
    '在编码器中，查询之后的键有自己的桶：bidirectional 是 true。',
  'In the decoder, these keys share the bucket of distance 0: bidirectional is false.':
    '在解码器中，这些键都在距离 0 的桶里：bidirectional 是 false。',
  'Keys after their query have buckets of their own: bidirectional is true.':
    '查询之后的键有自己的桶：bidirectional 是 true。',
  'Keys after their query share the bucket of distance 0: bidirectional is false.':
    '查询之后的键都在距离 0 的桶里：bidirectional 是 false。',
  'All {} elements of a head rotate.': '每个头的 {} 个元素全部旋转。',
  '{} of the {} elements of a head rotate.': '每个头的 {1} 个元素中，有 {0} 个旋转。',
  'The layout is {}: a pair is {}.': '配对方式是{}：{}。',
  'The base (rope_theta) is {}.': '底数（rope_theta）是 {}。',
  'The frequencies are scaled by the method {}.': '频率按 {} 方法缩放。',
  'Its {} heads have slopes down to 2^-{}.': '它有 {} 个头，斜率最小到 2^-{}。',
  'A score falls by the slope for each position of distance.':
    '距离每远一个位置，得分就减去一个斜率。',
  'Distances fall into {} buckets. From {} on, they share one bucket.':
    '距离分进 {} 个桶。从 {} 起，都在同一个桶。',
  'The table has {} rows of {} numbers. Later positions do not exist.':
    '表有 {} 行，每行 {} 个数。再往后的位置没有行。',
  'Position 0 has the row {}.': '位置 0 对应第 {} 行。',
  'Its rows have {} elements in the layout {}.': '它的每一行有 {} 个元素，排列方式：{}。',
  'The first position is {}.': '第一个位置是 {}。',
  '{} heads of queries share one head of keys.': '{} 个查询的头共用一个键的头。',
  '{} heads of queries share {} heads of keys.': '{} 个查询的头共用 {} 个键的头。',
  'The config names no base, so the default is assumed.': '配置没有写底数，所以采用默认值。',
  'The context has {} positions.': '上下文有 {} 个位置。',
  'A token sees only the {} nearest positions.': '每个词元只看最近的 {} 个位置。',
  'The {} layers differ. Layers with full attention are described.':
    '{} 层不完全相同。这里说的是看整篇文本的层。',
  '{} The type of {} is not known: it was read as {}, whose layout and defaults were assumed.':
    '{} {} 的类型未知：按 {} 读取，采用了它的布局和默认值。',
  '{} rotates queries and keys (RoPE).': '{} 的模型旋转查询和键（RoPE）。',
  '{} adds ALiBi biases to scores.': '{} 的模型给得分加上 ALiBi 偏置。',
  '{} adds biases of T5 buckets to scores.': '{} 的模型给得分加上 T5 分桶的偏置。',
  '{} adds a learned table to the embeddings.': '{} 的模型给嵌入加上可学习的位置表。',
  '{} adds a sinusoidal table to the embeddings.': '{} 的模型给嵌入加上正弦位置表。',
  '{} has no positions in its attention.': '{} 的模型在注意力中没有位置。',
  '{} has no attention.': '{} 的模型没有注意力。',
  '{} uses the scheme {}.': '{} 的模型用的方案是 {}。',
  'Each head was normalised: was the first array taken before q_norm or k_norm?':
    '每个头都做过归一化：第一个数组是在 q_norm 或 k_norm 之前取的吗？',
  'numbers or ranges such as 100..115': '数，或 100..115 这样的范围',
  'a range such as 100..115': '100..115 这样的范围',
  'numbers that count up by 1': '逐行加 1 的数',
  '{} in row {}': '第 {1} 行的 {0}',
  'Element {} of {} is not finite.': '{1} 的元素 {0} 不是有限数。',
  '{} elements of {} are not finite, from {} to {}.':
    '{1} 有 {0} 个元素不是有限数，从 {2} 到 {3}。',
  'Only the first {} of {} rows of {} are compared.': '只比较前 {0} 行（共 {1} 行，来自 {2}）。',
  'A sequence was read as [length {}, heads {}, headDim {}].':
    '每个序列按 [length {}, heads {}, headDim {}] 读取。',
  '{} sequences were read, each as [length {}, heads {}, headDim {}].':
    '读到 {} 个序列，每个按 [length {}, heads {}, headDim {}] 读取。',
  'These heads may also be {} rows that all have the same position.':
    '这些头也可能是 {} 行，位置都相同。',
  'If axis {} is the sequence, the array is rotated along the heads.':
    '若轴 {} 才是序列，那就是沿着头旋转了。',
  'Positions run on through the batch: sequence 1 begins at {}, not {}.':
    '位置在批次中连续递增：序列 1 从 {} 开始，而不是从 {} 开始。',
  'Only one head rotates.': '只有一个头旋转。',
  'The rotation spans all heads of a row, as if they were one.':
    '旋转跨过了一行的所有头，像是只有一个头。',
  'At the positions that were found for the rows, this rotation explains all elements:':
    '按为各行找到的位置，这种旋转能解释所有元素：',
  'This rotation explains all elements:': '这种旋转能解释所有元素：',
  'The first difference is in row {}, head {}, element {}: expected {}, got {}.':
    '最先不符的是第 {} 行、头 {}、元素 {}：应为 {}，实际是 {}。',
  'The nearest rotation explains {}.': '最接近的旋转能解释{}。',
  'Patterns of elements were sought in rows {} to {}.': '元素的规律只在第 {} 到 {} 行中寻找。',
  'Within the tolerances of {} for {}, {} agree.': '在 {} 对 {} 的容差之内，{}一致。',
  'In ulps of {}, {} agree, and {} are equal.': '以 {} 的 ulp 计，{}一致，{}相等。',
  'The largest error is in element {} of {}: {}.': '最大的误差在形状 {1} 中的元素 {0}：{2}。',
  'The largest error is in element {} of {}: {}, or {} ulps.':
    '最大的误差在形状 {1} 中的元素 {0}：{2}，即 {3} ulp。',
  'The largest error is in row {}, column {}: {}.': '最大的误差在第 {} 行、第 {} 列：{}。',
  'The largest error is in row {}, column {}: {}, or {} ulps.':
    '最大的误差在第 {} 行、第 {} 列：{}，即 {} ulp。',
  'The first difference is in element {} of {}: expected {}, got {}.':
    '最先不符的是形状 {1} 中的元素 {0}：应为 {2}，实际是 {3}。',
  'The first difference is in row {}, column {}: expected {}, got {}.':
    '最先不符的是第 {} 行、第 {} 列：应为 {}，实际是 {}。',
  'Of {} rows, the first {} were read.': '共 {} 行，读了前 {} 行。',
  'The rotation was sought in the first {} of {} rows. All rows were compared with it.':
    '旋转是在 {1} 行中的前 {0} 行里找到的，然后与所有行做了比较。',
  'The rotated array is what {} wants at {}: within errors of float32 angles, all {} elements agree.':
    '旋转后的数组正是 {} 要的（{}）：在 float32 角度的误差之内，全部 {} 个元素都一致。',
  'The rotated array is what {} wants at {}: all {} elements agree.':
    '旋转后的数组正是 {} 要的（{}）：全部 {} 个元素都一致。',
  'The rotated array is not what {} wants at {}: {} of {} elements differ.':
    '旋转后的数组和 {0} 要的对不上（{1}）：{3} 个元素中有 {2} 个不同。',
  'If your row has this position, the port is right.': '如果你的这一行正是这个位置，移植就是对的。',
  'If your rows have these positions, the port is right.':
    '如果你的各行正是这些位置，移植就是对的。',
  'Another base is nearer, but {} is too coarse to decide: give more rows.':
    '另一个底数更接近，但 {} 太粗略，无法判定：请给更多的行。',
  'Each row was taken to have one position, as in text. For images, give the three of each row, too: position_ids.':
    '这里假定每行只有一个位置，就像文本那样。对图像，请把每行的三个位置也给出：position_ids。',
  'A minus sign is missing: the sine is added to both elements of a pair.':
    '少了一个负号：一对元素都加上了正弦项。',
  'There is one minus sign too many: the sine is subtracted from both elements of a pair.':
    '多了一个负号：一对中的两个元素都减去了正弦项。',
  'Cosine and sine have changed places.': '余弦和正弦写反了。',
  'The elements of a pair do not change places before they are multiplied by the sine.':
    '一对中的元素在乘以正弦之前没有互换位置。',
  'The first element of a pair is overwritten before the second one is computed from it.':
    '一对中的第一个元素在计算第二个之前就被覆盖了。',
  'The attention factor multiplies the cosines, but not the sines.':
    '注意力因子只乘了余弦，没有乘正弦。',
  'The exponents of the frequencies lack their minus sign.': '频率的指数少了负号。',
  'Frequencies are in the reverse order: the last pair turns fastest.':
    '频率的顺序反了：最后一对转得最快。',
  'Angles are multiplied by 2 pi, as if frequencies were whole turns.':
    '角度乘了 2 pi，好像频率是以整圈计的。',
  'The ramp of the scaling is reversed: slow pairs keep their frequencies, and fast pairs change.':
    '缩放的斜坡反了：慢的对保持频率，快的对反而变了。',
  'In the middle of the ramp, scaled and plain frequencies have changed places.':
    '在斜坡中段，缩放过的和未缩放的频率对调了。',
  'Only {} of {} heads rotate: {}.': '只有部分头旋转，{} 个（共 {} 个）：{}。',
  'Pairs are those of the layout {}, but cosines and sines have the order of {}.':
    '配对用的是 {} 布局，余弦和正弦却按 {} 排列。',
  'Rows and heads are exchanged without moving their elements: a reshape replaces a transpose.':
    '行和头对调了，元素却没有移动：该用 transpose 的地方用了 reshape。',
  'Frequencies (inv_freq) are rounded to {}.': '频率（inv_freq）舍入成了 {}。',
  'Angles are rounded to {}.': '角度舍入成了 {}。',
  'Frequencies (inv_freq) and angles are rounded to {}.': '频率（inv_freq）和角度都舍入成了 {}。',
  'Cosines and sines are rounded to {}.': '余弦和正弦舍入成了 {}。',
  '{} of batch item {}': '{}（批次第 {} 项）',
  'Only the buckets were checked. To check the weights, give the learned table (relative_attention_bias).':
    '只检查了桶。要检查权重，请给出可学习的表（relative_attention_bias）。',
  'Only the buckets were checked. To check the weights, and which keys are before a query, give the learned table (relative_attention_bias).':
    '只检查了桶。要检查权重，以及哪些键在查询之前，请给出可学习的表（relative_attention_bias）。',
  'The bias has {} weights ({} buckets), and {} has {}.':
    '偏置有 {} 个权重（{} 个桶），{} 有 {} 个。',
  'Keys before a query have the weights of keys after it: is the distance negated?':
    '查询之前的键用了查询之后的权重：距离的正负号是不是反了？',
  'The weights are those of the learned table times {}.': '这些权重是可学习的表中的权重乘以 {}。',
  'Weights differ from the learned table in {} of {} places.':
    '{1} 个权重中有 {0} 个与可学习的表不同。',
  'In bucket {} of head {}, the weight is {}, not {}.':
    '第 {1} 头第 {0} 桶的权重是 {2}，不是 {3}。',
  'Keys at the distance {} have the weight of bucket {}, not {}.':
    '距离为 {} 的键用的是桶 {} 的权重，而不是桶 {} 的。',
  'All wrong buckets are one too large: are logarithms rounded to the nearest integer, not down?':
    '错了的桶，编号都大了一：对数是不是四舍五入了，而没有向下取整？',
  'Element {} differs first: expected {}, got {}.': '最先不符的是元素 {}：应为 {}，实际是 {}。',
  'These are the frequencies of RoPE (inv_freq).': '这是 RoPE 的频率（inv_freq）。',
  'These are the slopes of ALiBi.': '这是 ALiBi 的斜率。',
  'The formula explains {}.': '公式能解释{}。',
  'The formula explains {}. The largest error is {}.': '公式能解释{}。最大误差是 {}。',
  'This is a table of RoPE.': '这是 RoPE 的表。',
  'This is a sinusoidal table of a grid, {} x {}.': '这是 {} x {} 网格的正弦表。',
  'This is a sinusoidal table, in the layout {}.': '这是正弦表，排列方式：{}。',
  'No formula is known for this table; the nearest formula explains {}.':
    '这张表没有已知的公式；最接近的公式能解释{}。',
  'Row {} is zero, for padding. The formula explains all other rows.':
    '第 {} 行是零，留给填充。公式能解释其他所有行。',
  'The nearest formula explains {}.': '最接近的公式能解释{}。',
  'The only row was read.': '唯一的一行已读。',
  'All {} rows were read.': '全部 {} 行都读了。',
  'Of {} rows, the first {} were read, and one piece of 16 rows after them.':
    '共 {} 行，读了前 {} 行，又从后面读了一段，共 16 行。',
  'Of {} rows, the first {} were read, and {} pieces of 16 rows after them.':
    '共 {} 行，读了前 {} 行，又从后面读了 {} 段，每段 16 行。',
  'This is a bias of T5. Its buckets explain {}.': '这是 T5 的偏置。它的桶能解释 {}。',
  'This is a bias of {}. The formula explains {}.': '这是 {} 的偏置。公式能解释{}。',
  'No formula is known for this bias.': '这个偏置没有已知的公式。',
  'This is a mask: it hides keys, and changes no other score.':
    '这是掩码：它遮住一些键，不改变其他分数。',
  'Rows are counted from row {}.': '行号从第 {} 行算起。',
  'Row {} differs first.': '第 {} 行是第一个不同的行。',
  'The rotation has the layout {} and the base {}.': '旋转用的是{}，底数是 {}。',
  '{} wants {}, but these arrays show a rotation.': '{} 要求的是 {}，这两个数组却有旋转。',
  'If the first row has the position {}, the table is right.':
    '如果第一行的位置是 {}，这张表就是对的。',
  'Rows 0 to {} go down, {} 0 to {} go right.': '从上到下是行 0 到 {0}，从左到右是{1} 0 到 {2}。',
  'Differing rows: {} of {}.': '不符的行：{} / {}。',
  'Differing {}: {} of {}.': '不符的{}：{} / {}。',
  'Amber is too large, violet too small, by {} at most.':
    '琥珀色表示偏大，紫色表示偏小，最多相差 {}。',
  'Small errors are drawn stronger than they are.': '小误差画得比实际更浓。',
  'the size': '大小',
  'the file': '整个文件',
  'the number of tensors': '张量的个数',
  'the number of keys': '键的个数',
  'a key': '键',
  'the keys': '所有的键',
  'names of at least one character': '至少有一个字符的名称',
  'each key once': '每个键只出现一次',
  'the type of {}': '{} 的类型',
  'the value of {}': '{} 的值',
  'the first bytes': '开头的字节',
  'other bytes': '别的字节',
  'the version': '版本',
  'a type from 0 to 12': '0 至 12 的类型编号',
  'the type in {}': '{} 中的类型',
  'a type from 0 to 12, but not 9': '0 至 12 的类型编号，但不能是 9',
  'the length of {}': '{} 的长度',
  'the name of a tensor': '张量的名称',
  'the axes of {}': '{} 的轴数',
  'the shape of {}': '{} 的形状',
  'the offset of {}': '{} 的偏移',
  'a power of two': '2 的幂',
  'the tensors': '所有张量',
  'each name once': '每个名称只出现一次',
  'the tensor {}': '张量 {}',
  '{} bytes from byte {} on': '从偏移 {1} 起的 {0} 字节',
  'a file of {} bytes': '{} 字节的文件',
  'only {}': '仅限 {}',
  'a type of ggml': 'ggml 的类型',
  'rows of a multiple of {}': '每行的元素数是 {} 的倍数',
  '{} bytes at byte {}': '偏移 {1} 处的 {0} 字节',
  'at most {}, since the file has no room for more': '最多 {}，文件里放不下更多',
  '{} bytes': '{} 字节',
  'the minor version': '次版本号',
  'the header': '文件头',
  'its length in 4 bytes': '4 字节的长度',
  'the end of the file': '文件结尾',
  'the length of the header': '文件头的长度',
  'fewer than 2^53 bytes': '少于 2^53 字节',
  'the data': '数据',
  '{} bytes, as the shape [{}] needs': '{} 字节，由形状 [{}] 算出',
  'a dictionary in braces': '花括号括起的字典',
  'entries of plain values': '只含简单值的条目',
  'the keys descr, fortran_order and shape': 'descr、fortran_order 和 shape 这几个键',
  'a type of {}': '{} 中的一种类型',
  'a tuple of integers': '整数元组',
  'at most {} axes': '最多 {} 个轴',
  'the format': '格式',
  'an array saved by NumPy or safetensors': '用 NumPy 或 safetensors 保存的数组',
  'a file of torch.save': 'torch.save 的文件',
  'a member': '成员',
  'a name that ends in .npy': '以 .npy 结尾的名称',
  'those of npy, npz, safetensors, gguf, JSON or CSV':
    'npy、npz、safetensors、gguf、JSON 或 CSV 的开头',
  'an empty file': '空文件',
  '{} of {}: expected {}, got {}': '{1}，{0}：有误。应为：{2}；实际：{3}',
  'an integer from {} to {}': '{} 至 {} 的整数',
  'text in UTF-8': 'UTF-8 文本',
  'at most {} levels of JSON': '最多 {} 层的 JSON',
  'more levels': '更多层',
  'at least 8 bytes': '至少 8 字节',
  'dtype of {}': '{} 的 dtype',
  'a type of safetensors': 'safetensors 的类型',
  'shape of {}': '{} 的 shape',
  'a beginning and an end': '一个起点和一个终点',
  '{} bytes, as its shape needs': '{} 字节，由它的形状算出',
  'an array of integers': '整数数组',
  'a beginning at {}': '起点在 {}',
  '{} bytes, as the header says': '{} 字节，如文件头所写',
  'the file beside the index': '和索引放在一起的文件',
  'nothing there': '那里什么都没有',
  '{} is in {}, which is not beside the index.': '{} 在 {} 中，而这个文件不在索引旁边。',
  'the index': '索引',
  'names of files in its folder': '同一文件夹中的文件名',
  'a tensor in {}': '{} 中的张量',
  'a size that is a number of bytes': '以字节计的大小',
  'a piece of at most 2 GiB; read fewer rows': '最多 2 GiB 的一段；请少读几行',
  'a Uint8Array, a Blob, a path or {size, read}': 'Uint8Array、Blob、路径或 {size, read}',
  'a Uint8Array, a Blob or {size, read} in a browser':
    '浏览器中只能是 Uint8Array、Blob 或 {size, read}',
  'a file that can be read': '可以读取的文件',
  'the path of a file': '文件的路径',
  '{} is {}; posenc reads {}.': '{} 的类型是 {}；posenc 能读的：{}。',
  'line {}': '第 {} 行',
  '{} numbers, as before': '和前面一样的 {} 个数',
  'the array {}': '数组 {}',
  'lists as shape and values': 'shape 和 values 两个列表',
  'other values': '别的值',
  '{} values for its shape': '符合形状的 {} 个值',
  'a type such as float32': 'float32 这样的类型',
  'lists of {} elements, as the first': '和第一个一样，每个列表 {} 个元素',
  'a list of parts': '由各部分组成的列表',
  'part {}': '部分 {}',
  'options of part {}': '部分 {} 的选项',
  'arrays of part {}': '部分 {} 的数组',
  'a list': '列表',
  'the tolerance of {}': '{} 的容差',
  'numbers of at least 0': '不小于 0 的数',
  '{} numbers': '{} 个数',
  'the checksum of {}': '{} 的校验和',
  '{} in {}': '{1} 中的 {0}',
  'the member {}': '成员 {}',
  'the header of {}': '{} 的头部',
  'the signature of a member': '成员的签名',
  '{} bytes before the list of members': '成员列表之前的 {} 字节',
  'deflated bytes': 'deflate 压缩的字节',
  'the list of members': '成员列表',
  'the end': '文件末尾',
  'a zip file in one part': '不分卷的 zip 文件',
  'a part of several': '多卷中的一卷',
  'the end record of a zip file': 'zip 文件的结尾记录',
  'the end record of zip64': 'zip64 结尾记录',
  'a locator before the usual end record': '文件结尾前指出其位置的记录',
  'a record at byte {}': '偏移 {} 处的记录',
  'an end at byte {} or before': '在字节 {} 或更前处结束',
  'a member at byte {}': '偏移 {} 处的成员',
  'names that end within the list': '不超出列表的名称',
  'no encryption': '不加密',
  'the method 0 (stored) or 8 (deflated)': '方法 0（stored）或 8（deflated）',
  'the size of {}': '{} 的大小',
  'at most {} bytes': '最多 {} 字节',
  '{} bytes of zip64': 'zip64 字段中的 {} 字节',
  'a place from byte {} to {}': '偏移 {} 至 {} 之间的位置',
};
