import torch

state = torch.load("x.pt", weights_only=False)
print(state.keys())
