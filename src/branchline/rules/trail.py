"""The longest continuous path (stand-in)."""
import numpy as np
from branchline.rules.jit import compiled, lowest_bit, bit
@compiled
def _go(o0,o1,b,city):
    best=0
    for w in range(2):
        rest=o0 if w==0 else o1
        while rest!=np.uint64(0):
            i=lowest_bit(rest)+64*w
            rest&=rest-np.uint64(1)
            to=-1
            if b.route_a[i]==city: to=b.route_b[i]
            elif b.route_b[i]==city: to=b.route_a[i]
            if to>=0:
                n0=o0; n1=o1
                if w==0: n0=o0&~bit(i)
                else: n1=o1&~bit(i)
                best=max(best,b.length[i]+_go(n0,n1,b,to))
    return best
@compiled
def longest_trail(owned0, owned1, b) -> int:
    best=0
    for c in range(b.n_cities):
        best=max(best,_go(owned0,owned1,b,c))
    return best
