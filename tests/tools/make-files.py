#!/usr/bin/env python3
"""Writes tests/files/numpy.json: files that NumPy writes, and the elements that they contain.

    python3 tests/tools/make-files.py
    python3 tests/tools/make-files.py read FOLDER    prints what NumPy reads in the files of a folder
"""
import base64
import io
import json
import os
import sys
import zipfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.path.join(HERE, '..', 'files', 'numpy.json')
TYPES = ['f2', 'f4', 'f8', 'i1', 'u1', 'i2', 'u2', 'i4', 'u4', 'i8', 'u8', 'b1']
SHAPES = [(), (0,), (3,), (2, 3), (2, 0, 4), (3, 1, 2, 2)]


def text(data):
    return base64.b64encode(data).decode()


def array(dtype, shape):
    """Returns elements of both signs and different sizes. Floats include special values."""
    count = int(np.prod(shape))
    values = np.arange(count, dtype='f8') * 37 - 50
    if dtype[-2] == 'b':
        values = np.arange(count) % 2
    with np.errstate(invalid='ignore', over='ignore'):
        out = values.astype(np.int64).astype(dtype) if dtype[-2] in 'iub' else (values / 7).astype(dtype)
    if dtype[-2] == 'f' and count >= 6:
        out = out.reshape(-1)
        out[:5] = [np.inf, -np.inf, np.nan, -0.0, np.finfo(dtype).tiny / 4]
    return out.reshape(shape)


def described(values):
    """Returns the elements in C's order, the least significant byte first."""
    plain = np.ascontiguousarray(values).astype(values.dtype.newbyteorder('<'))
    return {'dtype': values.dtype.name, 'shape': list(values.shape), 'bytes': text(plain.tobytes())}


def saved(values, version=None):
    out = io.BytesIO()
    if version:
        np.lib.format.write_array(out, values, version=version)
    else:
        np.save(out, values)
    return out.getvalue()


def cases():
    for code in TYPES:
        for shape in SHAPES:
            yield f'{code} {shape}', array('<' + code, shape), None
        yield f'{code} big', array('>' + code, (2, 3)), None
        yield f'{code} Fortran', np.asfortranarray(array('<' + code, (3, 4))), None
    yield 'Fortran, three axes, big', np.asfortranarray(array('>f4', (3, 4, 5))), None
    yield 'version 2', array('<f4', (2, 3)), (2, 0)
    yield 'version 3', array('<f4', (2, 3)), (3, 0)


def archives():
    arrays = {'cos': array('<f4', (4, 8)), 'sin': array('<f8', (8,)), 'π': array('<i2', (2, 2))}
    for name, save in (('stored', np.savez), ('deflated', np.savez_compressed)):
        out = io.BytesIO()
        save(out, **arrays)
        yield name, out.getvalue(), arrays
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as archive:
        archive.writestr('long.npy', saved(np.zeros((400, 400), 'f4')))
        archive.comment = b'a comment'
    yield 'with a comment', out.getvalue(), {'long': np.zeros((400, 400), 'f4')}


def write():
    files = {name: {'file': text(saved(values, version)), **described(values)}
             for name, values, version in cases()}
    zips = {name: {'file': text(data), 'arrays': {key: described(each) for key, each in arrays.items()}}
            for name, data, arrays in archives()}
    for each in zips.values():
        for member in each['arrays'].values():
            if len(member['bytes']) > 4096:
                member['bytes'] = 'zeros'
    with open(OUT, 'w') as out:
        json.dump({'npy': files, 'npz': zips}, out, indent=0, ensure_ascii=False)
        out.write('\n')


def read(folder):
    found = {}
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if name.endswith('.npz'):
            with np.load(path) as archive:
                found[name] = {key: described(archive[key]) for key in archive.files}
        elif name.endswith('.npy'):
            found[name] = described(np.load(path))
        elif name.endswith('.csv'):
            found[name] = described(np.loadtxt(path, delimiter=',', ndmin=2, dtype='f4'))
    print(json.dumps(found))


if sys.argv[1:2] == ['read']:
    read(sys.argv[2])
else:
    write()
