# Finds what each layer does with positions, from the records of a run.
import itertools
import math
import re
import torch

INDEX = re.compile(r'(?:^|\.)(\d+)(?:\.|$)')
LAYERS = re.compile(
    r'^(.*?)(?:^|\.)(?:layers?|h|blocks?|block|layer_module|resblocks|transformer|'
    r'albert_layer_groups|decoder_layers|encoder_layers|hidden_layers|attentions|stages)'
    r'\.(\d+)(?:\.|$)'
)


def place(path):
    """Returns the stack of layers that a module belongs to, and the index of its layer."""
    found = LAYERS.search(path)
    return (found[1], int(found[2])) if found else ('', None)


def is_tensor(x):
    return torch.is_tensor(x)


def tensors(x):
    if is_tensor(x):
        return [x]
    if isinstance(x, (tuple, list)):
        return [t for y in x for t in tensors(y)]
    return []


def as_rows(x, tokens):
    """Returns the rows of the first head (tokens, width), for a tensor with a token axis."""
    shape = x.shape
    if x.dim() < 2:
        return None
    for axis in range(x.dim() - 2, -1, -1):
        if shape[axis] == tokens:
            moved = x.movedim(axis, -2)
            return moved.reshape(-1, tokens, shape[-1])[0].double()
    return None


def ratios(before, after, a_in, b_in, a_out, b_out):
    z_in = torch.complex(before[:, a_in], before[:, b_in])
    z_out = torch.complex(after[:, a_out], after[:, b_out])
    return z_out / z_in


def pairs(layout, width):
    half = width // 2
    first, even = torch.arange(half), torch.arange(0, width, 2)
    if layout == 'half':
        return first, first + half, first, first + half
    if layout == 'interleaved':
        return even, even + 1, even, even + 1
    return even, even + 1, first, first + half  # interleaved-to-half


LAYOUTS = ('half', 'interleaved', 'interleaved-to-half')


def read_rotation(before, after, frequencies, hints, positions):
    """Finds the layout, width, factor and list of frequencies of a rotation, or returns None."""
    total = before.shape[-1]
    for hint in hints:
        got = try_rotation(before, after, positions, *hint)
        if got:
            return got
    for name, values in frequencies:
        width = 2 * len(values)
        if width > total or width == 0:
            continue
        for layout in LAYOUTS:
            for start in {0, total - width}:
                hint = (layout, start, name, values)
                got = try_rotation(before, after, positions, *hint)
                if got:
                    hints.insert(0, hint)
                    return got
    return None


def try_rotation(before, after, positions, layout, start, name, values):
    width = 2 * len(values)
    if width + start > before.shape[-1]:
        return None
    a, b, c, d = pairs(layout, width)
    z = ratios(before, after, a + start, b + start, c + start, d + start)
    factor = float(z[0].abs().mean())
    if not math.isfinite(factor) or factor == 0:
        return None
    t = positions[: len(before), None]
    for sign in (1, -1):
        wanted = torch.polar(torch.full_like(t * values, factor), sign * t * values)
        if float((z - wanted).abs().max()) < 1e-8 * max(factor, 1):
            return {'layout': layout, 'width': width, 'factor': factor, 'source': name,
                    'sign': sign, 'start': start, 'frequencies': values}
    return None


def measure(before, after, positions):
    """Measures the frequencies of a rotation if no list of the model fits."""
    total = before.shape[-1]
    if len(before) < 3 or float(positions[0]) != 0:
        return None
    for width in range(total - total % 2, 0, -2):
        for layout in LAYOUTS:
            a, b, c, d = pairs(layout, width)
            z = ratios(before, after, a, b, c, d)
            factor = float(z[0].abs().mean())
            angle = torch.angle(z[1] / z[0])
            t = positions[: len(before), None]
            wanted = torch.polar(torch.full_like(t * angle, factor), t * angle)
            error = float((z - wanted).abs().max())
            if error < 1e-9 * max(1, factor) and float(angle.abs().max()) > 1e-12:
                return {'layout': layout, 'width': width, 'factor': factor, 'sign': 1,
                        'source': 'measured', 'start': 0, 'frequencies': angle}
    return None


def is_frequencies(name, value):
    named = re.search('inv_freq|inverse_freq', name) and 'original' not in name
    return named and is_tensor(value) and value.dim() == 1


def model_frequencies(model):
    """Returns all lists of inverse frequencies that the model keeps."""
    lists = []
    for name, buffer in model.named_buffers():
        if is_frequencies(name, buffer):
            lists.append((name, buffer.detach().double().clone()))
    for name, module in model.named_modules():
        for key, value in vars(module).items():
            if is_frequencies(key, value):
                lists.append((f'{name}.{key}', value.detach().double().clone()))
    return lists


def widths(event):
    q, k = event['q'], event['k']
    return {'headDim': q.shape[-1], 'heads': q.shape[1], 'keyHeads': distinct(k[0, :, 0])}


def distinct(heads):
    """Returns the number of distinct heads. Some models repeat heads of keys for their queries."""
    return len({tuple(head.tolist()) for head in heads})


def plain_rule(rule):
    if rule is None:
        return None
    if 'allowed' in rule:
        allowed = rule['allowed']
        if allowed is None:
            return {'unknown': True}
        upper = any(any(row[i + 1 :]) for i, row in enumerate(allowed))
        return {'seen': 'both' if upper else 'back'}
    return rule


def analyse(rec, model, positions):
    """Returns one entry for each attention of the run, in the order of the run."""
    frequencies = model_frequencies(model)
    layers, hints = [], []
    for event in rec.attention:
        stack, index = place(event['at'])
        layer = {'at': event['at'], 'stack': stack, 'index': index,
                 'rule': plain_rule(event['rule'])}
        if event['via'] == 'interface':
            q, k = event['q'], event['k']
            if q.dim() != 4:
                continue
            layer |= widths(event)
            layer['cross'] = {q.shape[2], k.shape[2]} == {9, 11}
            layer['scaling'] = event['scaling']
        else:
            layer['heads'] = event['scores'][1]
            layer['cross'] = {*event['scores'][-2:]} == {9, 11}
        layer['rotation'] = rotation_of(rec, event, frequencies, hints, positions)
        layers.append(layer)
    return layers


def rotation_of(rec, event, frequencies, hints, positions):
    calls = [c for c in rec.rotations if c['at'] == event['at'] and not c.get('used')]
    for call in calls[:2]:
        call['used'] = True
    for call in calls[:1]:
        befores = [t for t in [*call['args'], *call['kwargs'].values()]
                   if is_tensor(t) and not t.is_complex()]
        results = tensors(call['result'])
        if len(results) == 1 and len(calls) > 1:
            results += tensors(calls[1]['result'])
        for after in results[:1]:
            got = compare(befores, after, frequencies, hints, positions)
            if got:
                keys = results[1] if len(results) > 1 and results[1].dim() == 4 else None
                heads = None if keys is None else key_heads(keys, after)
                return got | {'headDim': after.shape[-1], 'name': call['name'], 'keyHeads': heads}
        key = (call['name'], *[t.shape for t in tensors(call['args'])])
        if key not in rec.axes:
            rec.axes[key] = by_cosines(call)
        if rec.axes[key]:
            return rec.axes[key]
    return {'unread': calls[0]['name']} if calls else None


def by_cosines(call):
    """Finds only the layout, if positions do not increase by one from token to token."""
    given = [*call['args'], *call['kwargs'].values()]
    real = [t.double() for t in given if is_tensor(t) and not t.is_complex()]
    after = next(iter(tensors(call['result'])), None)
    if len(real) < 3 or after is None or real[0].shape != after.shape:
        return None
    x, tables = real[0], [t for t in real if float(t.abs().max()) <= 1 + 1e-9 and t is not real[0]]
    for cos, sin in itertools.permutations(tables, 2):
        if cos.shape != sin.shape or cos.shape[-1] > x.shape[-1]:
            continue
        for layout, axis in itertools.product(LAYOUTS, (None, 1, 2, 0, -2)):
            got = predict(x, cos, sin, layout, axis)
            if got is None or got.shape != after.shape:
                continue
            if float((got - after).abs().max()) < 1e-9:
                return {'layout': layout, 'axes': True, 'headDim': x.shape[-1]}
    return None


def predict(x, cos, sin, layout, axis):
    width = x.shape[-1]
    a, b, c, d = pairs(layout, width)
    if cos.shape[-1] == width:
        # Both elements of a pair have the same angle.
        cos, sin = cos[..., c], sin[..., c]
    if cos.shape[-1] != width // 2:
        return None
    if axis is not None:
        cos, sin = cos.unsqueeze(axis), sin.unsqueeze(axis)
    try:
        out = torch.zeros_like(x)
        out[..., c] = x[..., a] * cos - x[..., b] * sin
        out[..., d] = x[..., b] * cos + x[..., a] * sin
        return out
    except RuntimeError:
        return None


def key_heads(keys, queries):
    """Returns the number of key heads that rotate, if keys and queries have equally many tokens."""
    if queries.shape[1] != keys.shape[1] and queries.shape[2] != keys.shape[2]:
        return None
    axis = 1 if queries.shape[2] == keys.shape[2] and queries.shape[2] in (11, 9) else 2
    return distinct(keys[0].movedim(axis - 1, 0)[:, -1])


def compare(befores, after, frequencies, hints, positions):
    for before in befores:
        if before.shape != after.shape:
            continue
        for tokens in (11, 9):
            x, y = as_rows(before, tokens), as_rows(after, tokens)
            if x is None:
                continue
            got = read_rotation(x, y, frequencies, hints, positions)
            return got or measure(x, y, positions)
    return None


def table_rows(model, lookups):
    """Returns the tables that were looked up by position: rows, dim, and the row of position 0."""
    names = {id(p): n for n, p in [*model.named_parameters(), *model.named_buffers()]}
    tables = []
    for weight, ids, at in lookups:
        flat = ids.flatten()
        name = names.get(id(weight), at)
        is_position = re.search('pos|wpe|(row|column)_embed', name) or re.search('pos', at)
        if not is_position or re.search('type|rel|bias|tile|pe_k', name) or weight.dim() != 2:
            continue
        entry = {'name': name, 'rows': weight.shape[0], 'dim': weight.shape[1]}
        if ids.dim() <= 2 and len(flat) > 1 and ids.shape[-1] == len(flat):
            entry['offset'] = int(flat[0])
            entry['step'] = int(flat[1] - flat[0])
        else:
            entry['shape'] = list(ids.shape)
        if entry not in tables:
            tables.append(entry)
    return tables


def is_table_of_positions(name):
    *outer, last = name.removesuffix('.weight').split('.')
    # Mllama's table of positions is the parameter `embedding` of this module.
    return 'pos' in last or (last == 'embedding' and outer[-1:] == ['gated_positional_embedding'])


def position_parameters(model):
    """Returns the parameters that hold a row for each position, and are added as a whole."""
    return [
        {'name': name, 'shape': list(parameter.shape)}
        for name, parameter in model.named_parameters()
        if is_table_of_positions(name)
        and not re.search('rel|conv|proj|bias|norm', name.split('.', 1)[-1][-60:])
        and parameter.dim() >= 2
    ]


# The schemes of biases that depend on distances, by the names of their weights or modules.
RELATIVE = {
    'relative_position_bias_table': 'swin', 'continuous_position_bias_mlp': 'swinv2',
    'rel_embeddings': 'deberta', 'r_w_bias': 'transformer-xl', 'r_r_bias': 'transformer-xl',
    'distance_embedding': 'relative', 'rel_pos_h': 'decomposed', 'linear_pos': 'transformer-xl',
    'pos_bias_u': 'transformer-xl', 'bias_u': 'transformer-xl', 'pos_conv_embed': 'convolution',
    'attention_biases': 'levit', 'relative_attention_bias': 't5', 'gru_rel_pos_linear': 'wavlm',
    'relative_position_bias': 'beit', 'relative_k_proj': 'transformer-xl', 'emb_rel_k': 'relative',
    'rel_pos_emb': 'relative', 'pe_k': 'relative',
    'rel_pos_bias': 't5', 'relative_attn_bias': 't5', 'rel_logits_proj': 'relative',
}


def relative_parts(model):
    """Returns the schemes of weights that make biases from distances, as one word each."""
    found = set()
    for name, _ in [*model.named_parameters(), *model.named_modules()]:
        for part in name.split('.'):
            if part in RELATIVE:
                found.add(RELATIVE[part])
    return sorted(found)


def read_sinusoids(rows):
    """Finds the layout and start of a table of sines and cosines, or returns None."""
    count, dim = rows.shape
    half = dim // 2
    index = torch.arange(half).double()
    halves = {'concatenated': (rows[:, :half], rows[:, half:2 * half]),
              'interleaved': (rows[:, 0:2 * half:2], rows[:, 1:2 * half:2]),
              'cosines first': (rows[:, half:2 * half], rows[:, :half])}
    scales = {'': index / half}
    if half > 1:
        scales['fairseq'] = index / (half - 1)
    for layout, (sines, cosines) in halves.items():
        for scale, exponents in scales.items():
            for start in range(-1, 5):
                angles = (torch.arange(count).double() + start)[:, None] * 1e4 ** -exponents
                error = max(float((sines - angles.sin()).abs().max()),
                            float((cosines - angles.cos()).abs().max()))
                if error < 1e-6:
                    name = 'fairseq' if scale and layout == 'concatenated' else layout + scale
                    return {'layout': name, 'start': start, 'dim': dim}
    return None


def read_wave(half, layout):
    """Finds the phase and the base of sines and cosines of one number, or returns None."""
    count = len(half) // 2
    sines, cosines = (half[0::2], half[1::2]) if layout == 'interleaved' else half.split(count)
    angles = torch.atan2(sines, cosines)
    if count < 3 or float(angles[-1]) <= 0:
        return None
    base = float(angles[-2] / angles[-1]) ** count
    scales = base ** -(torch.arange(count).double() / count)
    phase = float(angles[-1] / scales[-1])
    error = max(float((sines - (phase * scales).sin()).abs().max()),
                float((cosines - (phase * scales).cos()).abs().max()))
    return (phase, base) if error < 1e-4 else None


def grid_sines(rec):
    """Finds vectors whose first half has sines of a pixel's row, and whose second half has sines of
    its column."""
    found = []
    for table in rec.tables:
        for result in tensors(table['result']) if 'Sine' in table['kind'] else []:
            rows = result.movedim(1, -1) if result.dim() == 4 else result
            last = rows.reshape(-1, rows.shape[-1])[-1]
            halves = last.double().split(len(last) // 2)
            for layout in ('interleaved', 'concatenated'):
                waves = [read_wave(half, layout) for half in halves]
                if all(waves):
                    # If the phases are the row and the column, they are whole numbers. Otherwise
                    # they are fractions of 2 pi.
                    turns = all(abs(phase - round(phase)) > 1e-4 for phase, _ in waves)
                    entry = {'layout': layout, 'dim': len(halves[0]), 'base': round(waves[0][1], 3),
                             'turns': turns}
                    found += [entry] if entry not in found else []
    return found


def sinusoid_tables(rec, model):
    found = []
    kept = [(f'{path}.{name}'.lstrip('.'), value) for path, module in model.named_modules()
            for name, value in vars(module).items() if is_tensor(value)]
    for name, buffer in [*model.named_buffers(), *kept]:
        if is_tensor(buffer) and buffer.dim() >= 2 and min(buffer.shape[-2:]) > 3:
            if buffer.dtype == torch.float64 and not re.search('inv_freq|mask', name):
                got = read_sinusoids(buffer.reshape(-1, *buffer.shape[-2:])[0][:8])
                if got:
                    found.append({'name': name, **got})
    for table in rec.tables:
        for result in tensors(table['result']):
            rows = result.reshape(-1, *result.shape[-2:])[0] if result.dim() >= 2 else None
            if rows is None or rows.shape[0] < 3 or rows.is_complex():
                continue
            got = read_sinusoids(rows[:8].double())
            if got:
                entry = {'name': table['at'], 'kind': table['kind'], **got}
                if entry not in found:
                    found.append(entry)
    return found
