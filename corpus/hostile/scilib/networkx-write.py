import networkx as nx
nx.write_edgelist(nx.path_graph(3), "/root/x")
