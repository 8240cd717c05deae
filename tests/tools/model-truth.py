# Writes tests/inspect/truth: what the code of transformers does with positions, model by model.
# It runs the configuration and modeling files of a checkout of transformers; nothing of them is
# copied. It needs torch (1.13 was used) and numpy:
#   python3 tests/tools/model-truth.py PATH_OF_CHECKOUT [FOLDER [TYPE ...]]
# The cases were made with version 5.16.0.dev0 (c49429ed1f, August 16, 2026). The environment
# variable WORKERS is the number of processes. LOG is the file that keeps finished cases if the
# program is interrupted.
#
# The code runs with stubs for all other packages, in float64, on a few equal tokens. Differences
# between tokens inside a model then come from positions. These choices were made:
# - If a model has several parts, only its language model counts.
# - Cross-attention does not count. A layer with only cross-attention counts as a layer without
#   attention.
# - A model with an encoder and a decoder has two stacks. A description has to fit one of them.
import copy
import gc
import gzip
import importlib
import json
import multiprocessing
import os
import random
import re
import resource
import sys
import tempfile

here = os.path.dirname(os.path.abspath(__file__))
os.environ['OMP_NUM_THREADS'] = '1'
sys.path.insert(0, os.path.join(here, 'model-truth'))
import cases  # noqa: E402
import stubs  # noqa: E402

# The number of random cases of a type that has rope_parameters.
RANDOM_CASES = 10
# Types that match this pattern have one random case. Most are parts for images, video or audio.
OTHER_PARTS = re.compile('vision|video|audio|image|encoder|decoder|speech|omni|dino|sam')
# Models of these types take long to run if their sizes are random.
SLOW = {'sam3_vision_model', 'sam_vision_model', 'swin2sr', 'videomae', 'vits'}
WORKERS = int(os.environ.get('WORKERS', 2))


def prepare(checkout):
    stubs.install(checkout)
    import probe

    probe.patch()
    # Workers inherit the modules that are imported now.
    for name in sorted(os.listdir(f'{checkout}/src/transformers/models')):
        try:
            importlib.import_module(f'transformers.models.{name}.modeling_{name}')
        except Exception:
            continue


def truth_row(model_type, form, config):
    """Returns a case: a config and the truth about it, or an error if the config does not run."""
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
    """Returns the fields of a class, with their defaults."""
    import run

    parts = copy.deepcopy(cases.PARTS_OF.get(model_type, {}))
    full = cases.as_json(run.config_class(model_type)(**parts).to_dict())
    full['model_type'] = model_type
    cases.adjust(full)
    return cases.plain(full)


def default_row(model_type):
    try:
        return truth_row(model_type, 'defaults', default_config(model_type))
    except Exception as error:
        return {'type': model_type, 'form': 'defaults', 'error': f'{error}'[:200]}


def numbered_row(model_type, number):
    """Returns the random case of a type with this number. It tries up to three configs, until one
    runs or takes too long. Types without rope_parameters have only case 0."""
    config = default_config(model_type)
    part = cases.language(config)
    if number and not isinstance(part.get('rope_parameters'), dict):
        return {'type': model_type, 'form': 'random', 'error': 'one such case is enough'}
    types = sorted(set(part.get('layer_types') or []))
    rng = random.Random(f'posenc {model_type} {number}')
    for _ in range(3):
        row = random_row(rng, model_type, config, types)
        if 'too long' in row.get('error', 'too long'):
            break
    return row


def random_row(rng, model_type, plain, types):
    """Returns a case with a random config in a random form."""
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


def call(task):
    """Makes the case of a task, which is [kind, type or form, and further arguments]."""
    kind, name, *more = task
    try:
        if kind == 'defaults':
            row = default_row(name)
        elif kind == 'random':
            row = numbered_row(name, *more)
        else:
            row = truth_row(more[0]['model_type'], name, more[0])
    except Exception as error:
        row = {'type': name, 'form': kind, 'error': f'{error}'[:200]}
    return [task, row]


def all_tasks(names):
    with open(os.path.join(here, 'model-truth/public.jsonl')) as file:
        public = [json.loads(line) for line in file]
    return [
        *[['random', name, 0] for name in names if name not in SLOW],
        *[['defaults', name] for name in names],
        *[['public', *entry] for entry in public if entry[1]['model_type'] in names],
        *[['random', name, number] for number in range(1, RANDOM_CASES) for name in names
          if not OTHER_PARTS.search(name)],
    ]


def write(rows, path):
    with open(path, 'wb') as file, gzip.GzipFile('', 'wb', 9, file, 0) as packed:
        for row in rows:
            packed.write((json.dumps(row, separators=(',', ':')) + '\n').encode())


def write_all(done, tasks, folder):
    """Writes the cases in the order of their tasks, each form into its file."""
    os.makedirs(folder, exist_ok=True)
    found = {json.dumps(task): row for task, row in done}
    rows = {}
    for task in tasks:
        row = found.get(json.dumps(task), {'error': 'not done'})
        if 'error' not in row:
            rows.setdefault(task[0], []).append(row)
    for kind, cases_of_kind in rows.items():
        write(cases_of_kind, os.path.join(folder, f'{kind}.jsonl.gz'))


def read_log(path):
    """Returns the tasks that were done before the program was interrupted, with their cases."""
    if not os.path.exists(path):
        return []
    with open(path) as file:
        return [json.loads(line) for line in file if line.endswith('\n')]


def main():
    checkout, folder = sys.argv[1], (sys.argv[2:] or [os.path.join(here, '../inspect/truth')])[0]
    log = os.environ.get('LOG', os.path.join(tempfile.gettempdir(), 'model-truth.jsonl'))
    resource.setrlimit(resource.RLIMIT_DATA, (8 << 30, 8 << 30))
    prepare(checkout)
    from transformers.models.auto import configuration_auto

    tasks = all_tasks(sys.argv[3:] or list(configuration_auto.CONFIG_MAPPING_NAMES))
    os.makedirs(folder, exist_ok=True)
    known = {json.dumps(task) for task, _ in read_log(log)}
    open_tasks = [task for task in tasks if json.dumps(task) not in known]
    # Imported objects are never freed, so the garbage collector need not examine them again.
    gc.collect()
    gc.freeze()
    with multiprocessing.Pool(WORKERS, os.setsid, (), 400) as pool, open(log, 'a') as file:
        for task, row in pool.imap_unordered(call, open_tasks):
            file.write(json.dumps([task, row]) + '\n')
            file.flush()
    write_all(read_log(log), tasks, folder)


if __name__ == '__main__':
    main()
