# Writes tests/inspect/truth: what the code of transformers does with positions, model by model.
# It runs the configuration and modeling files of a checkout of transformers; nothing of them is
# copied. It needs torch (1.13 was used) and numpy:
#   python3 tests/tools/model-truth.py PATH_OF_CHECKOUT [FOLDER [TYPE ...]]
import copy
import gc
import gzip
import importlib
import json
import multiprocessing
import os
import random
import resource
import sys

here = os.path.dirname(os.path.abspath(__file__))
os.environ['OMP_NUM_THREADS'] = '1'
sys.path.insert(0, os.path.join(here, 'model-truth'))
import cases  # noqa: E402
import stubs  # noqa: E402

# How many random cases a type has, if it rotates.
RANDOM_CASES = 7
WORKERS = 3


def prepare(checkout):
    stubs.install(checkout)
    import probe

    probe.patch()
    # Workers inherit what is imported now.
    for name in sorted(os.listdir(f'{checkout}/src/transformers/models')):
        try:
            importlib.import_module(f'transformers.models.{name}.modeling_{name}')
        except Exception:
            continue


def truth_row(model_type, form, config):
    """One case: a config and the truth about it. A config that does not run is no case."""
    import run

    kept = cases.plain(config)
    row = {'type': model_type, 'form': form, 'config': kept}
    try:
        made = run.config_class(model_type).from_dict(copy.deepcopy(kept))
        row['truth'] = run.truth_of(made)
    except (Exception, TimeoutError) as error:
        row['error'] = f'{type(error).__name__}: {str(error)[:200]}'
    gc.collect()
    return row


def default_config(model_type):
    import run

    return run.config_class(model_type)()


def rows_of(model_type):
    """All cases of one type."""
    rows = []
    try:
        made = default_config(model_type)
        full = cases.as_json(made.to_dict())
    except Exception as error:
        return [{'type': model_type, 'form': 'defaults', 'config': {},
                 'error': f'{type(error).__name__}: {str(error)[:200]}'}]
    full['model_type'] = model_type
    cases.adjust(full)
    rows.append(truth_row(model_type, 'defaults', full))
    if 'error' in rows[0] or 'kinds' not in rows[0]['truth']:
        return rows
    types = sorted(set(cases.language(full).get('layer_types') or []))
    rotates = any(k['scheme'] == 'rope' for k in rows[0]['truth']['kinds'])
    for number in range(RANDOM_CASES if rotates else 1):
        rng = random.Random(f'posenc {model_type} {number}')
        for attempt in range(3):
            row = random_row(rng, model_type, rows[0]['config'], types)
            if 'error' not in row:
                rows.append(row)
                break
    return rows


def random_row(rng, model_type, plain, types):
    """A random config in a random form."""
    import run

    config = copy.deepcopy(plain)
    cases.randomize(rng, cases.language(config), types)
    form = rng.choice(['resaved', 'old', 'sparse', 'random'])
    if form == 'sparse':
        config = cases.sparse(rng, config)
    if form == 'old':
        config = cases.old_spelling(rng, config) or config
    if form == 'resaved':
        try:
            saved = run.config_class(model_type).from_dict(copy.deepcopy(config)).to_diff_dict()
        except Exception as error:
            return {'type': model_type, 'form': form, 'error': str(error)[:200]}
        config = cases.as_json(saved)
    return truth_row(model_type, form, config)


def public_row(name, config):
    return truth_row(config['model_type'], name, config)


def call(task):
    kind, *arguments = task
    return rows_of(*arguments) if kind == 'type' else [public_row(*arguments)]


def write(rows, path):
    with open(path, 'wb') as file, gzip.GzipFile('', 'wb', 9, file, 0) as packed:
        for row in rows:
            packed.write((json.dumps(row, separators=(',', ':')) + '\n').encode())


def main():
    checkout, folder = sys.argv[1], (sys.argv[2:] or [os.path.join(here, '../inspect/truth')])[0]
    resource.setrlimit(resource.RLIMIT_DATA, (8 << 30, 8 << 30))
    prepare(checkout)
    from transformers.models.auto import configuration_auto

    known = configuration_auto.CONFIG_MAPPING_NAMES
    names = sys.argv[3:] or list(known)
    tasks = [('type', name) for name in names]
    if len(names) == len(known):
        with open(os.path.join(here, 'model-truth/public.jsonl')) as file:
            public = [json.loads(line) for line in file]
        tasks += [('public', name, config) for name, config in public
                  if config['model_type'] in known]
    rows = []
    with multiprocessing.Pool(WORKERS, maxtasksperchild=40) as pool:
        for part in pool.imap(call, reversed(tasks)):
            rows = part + rows
            stream(part)
    os.makedirs(folder, exist_ok=True)
    good = [row for row in rows if 'error' not in row]
    forms = {row['form'] for row in good}
    for form in ('defaults', 'random', 'resaved', 'old', 'sparse'):
        write([r for r in good if r['form'] == form], os.path.join(folder, f'{form}.jsonl.gz'))
        forms.discard(form)
    write([r for r in good if r['form'] in forms], os.path.join(folder, 'public.jsonl.gz'))


def stream(rows):
    """Shows what is done, and what is no case."""
    print(rows[0]['type'], [row.get('error', 'ok')[:80] for row in rows], flush=True)
    if 'STREAM' in os.environ:
        with open(os.environ['STREAM'], 'a') as file:
            file.writelines(json.dumps(row) + '\n' for row in rows)


if __name__ == '__main__':
    main()
